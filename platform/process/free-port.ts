import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (Linux from 32768, others from 49152), so the system does not assign the port to an outgoing
 * connection before the new process listens on it.
 */
const CHOICE = { from: 10_000, to: 32_000 } as const;
/** Browsers and `fetch` refuse to connect to it (WHATWG Fetch, port blocking). No other port of the choice is blocked. */
const BLOCKED = 10_080;
const MAX_TRIES = 1_000;

/** Ports that this process has given out, on which no server may listen yet, or found taken. */
const tried = new Set<number>();

/** A port that is free now, and was not given out before. Links are made from the address, so it has to be known before anything listens. */
export async function freePort(host: string): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(CHOICE.from, CHOICE.to);
    if (port === BLOCKED || tried.has(port)) continue;
    // Before the probe, because another call may choose the same port meanwhile.
    tried.add(port);
    if (await isFree(port, host)) return port;
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
