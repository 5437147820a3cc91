import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what systems choose from for outgoing connections and for whoever asks for any port (Linux from 32768 on, others
 * from 49152): what is free here is still free when a process has started, or started again, that is to listen there.
 */
const CHOICE = { from: 10_000, to: 32_000 } as const;
/** Browsers and `fetch` refuse to connect to it (WHATWG Fetch, port blocking). No other port of the choice is blocked. */
const BLOCKED = 10_080;
const MOST_TRIES = 1_000;

/** By this process: nobody may have begun to listen there yet. */
const givenOut = new Set<number>();

/** A port that is free now, and was not given out before. Links are made from the address, so it has to be known before anything listens. */
export async function freePort(host: string): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(CHOICE.from, CHOICE.to);
    if (port === BLOCKED || givenOut.has(port) || !(await isFree(port, host))) continue;
    givenOut.add(port);
    return port;
  }
  throw new Error(`No port is free on ${host} between ${CHOICE.from} and ${CHOICE.to}.`);
}

/** Whether a program could listen there now. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    probe.listen(port, host, () => void probe.close(() => resolve(true)));
  });
}
