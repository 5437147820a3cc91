import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@perktree/platform/process/free-port';
import { interpolate, type Program } from './compose-file.ts';
import { type Supervised, supervise } from './supervise.ts';

/** Where the servers are that the compose file runs in containers. Left out: the product does without, as it may. */
export interface Engines {
  readonly DATABASE_URL: string;
  readonly DATABASE_READ_URL: string;
  readonly REDIS_URL?: string | undefined;
  readonly EVENT_STORE_URL?: string | undefined;
}

export interface AllServices {
  /** The gateway's address. */
  readonly url: string;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 120_000;
/** Said by every service (services/service.ts). */
const saysReady = / is ready at http/;

/**
 * Starts every program of the compose file with the environment that it has there. What differs is where things are: each
 * process gets a port of its own on this machine, and the servers are those of `engines`.
 * @param values for the `${…}` of the file
 */
export async function startAll(options: {
  readonly programs: readonly Program[];
  readonly engines: Engines;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly port: number;
  /** A process has been started, or started again: `command-service 2` and its process id. */
  readonly onStart: (name: string, pid: number) => void;
  /** The process that was started last is ready. */
  readonly onReady: (name: string) => void;
  readonly onOutput: (text: string) => void;
}): Promise<AllServices> {
  const { programs, engines, values, cwd, onStart, onReady, onOutput } = options;
  const host = '127.0.0.1';
  const instances: { program: Program; name: string; port: number }[] = [];
  for (const program of programs) {
    for (let n = 1; n <= program.replicas; n++) {
      const port = program.name === 'gateway' && options.port !== 0 ? options.port : await freePort(host);
      instances.push({ program, name: program.replicas > 1 ? `${program.name} ${n}` : program.name, port });
    }
  }
  const addressOf = (port: number) => `http://${host}:${port}`;
  const addressesOf = (name: string) =>
    instances.filter(({ program }) => program.name === name).map(({ port }) => addressOf(port));
  const gateway = addressesOf('gateway')[0];
  if (gateway === undefined) throw new Error('The compose file has no gateway.');
  const places: Record<string, string> = {
    COMMAND_SERVICE_URL: addressesOf('command-service').join(','),
    QUERY_SERVICE_URL: addressesOf('query-service').join(','),
    UI_URL: addressesOf('ui').join(','),
    HOST: host,
    DATABASE_URL: engines.DATABASE_URL,
    DATABASE_READ_URL: engines.DATABASE_READ_URL,
    REDIS_URL: engines.REDIS_URL ?? '',
    EVENT_STORE_URL: engines.EVENT_STORE_URL ?? '',
  };
  const filledIn = { PUBLIC_URL: gateway, ...values };

  /** That have said so themselves: at an address there may be somebody else. */
  const ready = new Set<string>();
  const running: Supervised[] = instances.map(({ program, name, port }) => {
    const environment: Record<string, string> = { PATH: values.PATH ?? '', NODE_ENV: 'production' };
    for (const [setting, text] of Object.entries(program.environment)) {
      environment[setting] = places[setting] ?? interpolate(text, filledIn);
    }
    environment.PORT = `${port}`;
    return supervise({
      ...{ name, file: program.file, cwd, environment, saysReady, onOutput },
      onStart: (pid) => onStart(name, pid),
      onReady: () => {
        ready.add(name);
        onReady(name);
      },
    });
  });
  const stop = async () => void (await Promise.all(running.map((each) => each.stop())));
  try {
    for (const { name, port } of instances) await untilReady(name, addressOf(port), () => ready.has(name));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: gateway, stop };
}

async function untilReady(name: string, address: string, saysSo: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const ready = await fetch(`${address}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready && saysSo()) return;
    if (Date.now() > deadline) throw new Error(`${name} was not ready in ${READY_TIMEOUT_MS / 1000} seconds.`);
    await sleep(100);
  }
}
