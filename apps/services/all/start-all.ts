import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isFree } from '@perktree/platform/process/free-port';
import { makeFolder } from '@perktree/platform/process/make-folder';
import { abortAfter, systemTimers } from '@perktree/platform/time/timers';
import { WrongConfiguration } from '../../parts/configuration/configuration.ts';
import { settingOf } from '../../parts/configuration/secret-files.ts';
import { listenUrl } from '../../parts/http.ts';
import { withServers } from '../gateway/haproxy.ts';
import { interpolate, type Program } from './compose-file.ts';
import { type Supervised, supervise } from './supervise.ts';

/** Services accept connections from this machine only. The gateway listens on HOST. */
const SERVICE_HOST = '127.0.0.1';
/** Offset from the gateway's port to its internal one, for metrics and the calls of the ui. */
const INSIDE_OFFSET = 5;
/** Offset from one instance of a service to the next: command services listen on 3001 and 3011. */
const INSTANCE_OFFSET = 10;

interface Instance {
  readonly program: Program;
  /** `command-service 2`. */
  readonly name: string;
  readonly port: number;
}

interface Ports {
  readonly gateway: number;
  readonly inside: number;
  readonly instances: readonly Instance[];
}

/**
 * Assigns a port to each process.
 * @param port the gateway's port, from which the others are derived. 0: any free ports
 * @throws WrongConfiguration for a port in use
 */
export async function portsOf(programs: readonly Program[], host: string, port: number): Promise<Ports> {
  const at = async (offset: number, address = SERVICE_HOST) => {
    if (port === 0) return freePort(address);
    if (await isFree(port + offset, address)) return port + offset;
    throw new WrongConfiguration(
      `Port ${port + offset} is in use already, perhaps by a PerkTree that is still running: stop what listens there, or set PORT to another one.`,
    );
  };
  const [gateway, inside] = [await at(0, host), await at(INSIDE_OFFSET)];
  const instances: Instance[] = [];
  for (const [index, program] of programs.entries()) {
    for (let n = 1; n <= program.replicas; n++) {
      const name = program.replicas > 1 ? `${program.name} ${n}` : program.name;
      instances.push({ program, name, port: await at(1 + index + INSTANCE_OFFSET * (n - 1)) });
    }
  }
  return { gateway, inside, instances };
}

/** Addresses of the servers that the compose file runs in containers. The product works without the optional ones. */
interface Engines {
  readonly DATABASE_URL: string;
  readonly DATABASE_READ_URL: string;
  /** The login of DATABASE_READ_URL at the server of DATABASE_URL. */
  readonly DATABASE_PRIMARY_URL: string;
  readonly REDIS_URL?: string | undefined;
  readonly EVENT_STORE_URL?: string | undefined;
}

const READY_TIMEOUT_MS = 120_000;
/** Timeout of a readiness check: a port may accept connections before its process can answer. */
const READY_CHECK_TIMEOUT_MS = 2_000;
/** Printed by every service (apps/services/service.ts). */
const saysReady = / is ready at http/;
/** Folder of HAProxy's configuration, relative to the product's. */
const GATEWAY = 'apps/services/gateway';

/**
 * Starts every program of the compose file, and the gateway in front of them. A setting that the file lists for some programs
 * is passed only to those; the rest of the environment is passed to all.
 * @param values the environment, and other values to which `${…}` in the file refers
 */
export function startAll(options: {
  readonly ports: Ports;
  readonly engines: Engines;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly haproxy: string;
  readonly cwd: string;
  readonly dataDir: string;
  /** Where the gateway listens. */
  readonly host: string;
  /** Called when a process was started or restarted, with its name (`command-service 2`) and process id. */
  readonly onStart: (name: string, pid: number) => void;
  /** Called when the most recently started process of this name is ready. */
  readonly onReady: (name: string) => void;
  /** Called with each line that a process prints. */
  readonly onOutput: (name: string, line: string) => void;
}) {
  const { ports, engines, values, cwd, dataDir, host, onStart, onReady, onOutput } = options;
  const { instances } = ports;
  const inside = `${SERVICE_HOST}:${ports.inside}`;
  const url = listenUrl(host, ports.gateway);
  const addresses: Record<string, string> = {
    HOST: SERVICE_HOST,
    GATEWAY_URL: `http://${inside}`,
    DATABASE_URL: engines.DATABASE_URL,
    DATABASE_READ_URL: engines.DATABASE_READ_URL,
    DATABASE_PRIMARY_URL: engines.DATABASE_PRIMARY_URL,
    REDIS_URL: engines.REDIS_URL ?? '',
    EVENT_STORE_URL: engines.EVENT_STORE_URL ?? '',
  };
  const filledIn = { ...values, PUBLIC_URL: values.PUBLIC_URL || url };
  const named = new Set(instances.flatMap(({ program }) => Object.keys(program.environment).map(settingOf)));
  const forAll = Object.fromEntries(
    Object.entries({ ...values, NODE_ENV: 'production' }).flatMap(([name, value]) =>
      value === undefined || named.has(name) ? [] : [[name, value]],
    ),
  );

  /** Names of instances that printed it themselves: another program may answer at the address. */
  const ready = new Set<string>();
  const services: Supervised[] = instances.map(({ program, name, port }) => {
    const environment: Record<string, string> = { ...forAll };
    for (const [variable, text] of Object.entries(program.environment)) {
      const setting = settingOf(variable);
      // What a container reads from a file, a process gets from the environment.
      const given = () => (setting === variable ? interpolate(text, filledIn) : (values[setting] ?? ''));
      environment[setting] = addresses[setting] ?? given();
    }
    environment.PORT = `${port}`;
    return supervise({
      name,
      command: [process.execPath, ...process.execArgv, program.file],
      cwd,
      environment,
      saysReady,
      onOutput: (line) => onOutput(name, line),
      onStart: (pid) => onStart(name, pid),
      onReady: () => {
        ready.add(name);
        onReady(name);
      },
    });
  });

  const gateway = supervise({
    name: 'gateway',
    command: [options.haproxy, '-C', join(cwd, GATEWAY), '-db', '-f', configuration()],
    cwd,
    onOutput: (line) => onOutput('gateway', line),
    environment: {
      LISTEN: `${host}:${ports.gateway}`,
      LISTEN_INSIDE: inside,
      TRUST_PROXY: values.TRUST_PROXY ?? '',
    },
    onStart: (pid) => onStart('gateway', pid),
    onReady: () => {},
  });
  const whenReady = async () => {
    for (const { name, port } of instances) {
      await untilReady(name, `http://${SERVICE_HOST}:${port}`, () => ready.has(name));
    }
    await untilReady('gateway', `http://${inside}`, () => true);
    return url;
  };
  return {
    /** Resolves to the gateway's address when every process is ready. Rejects if one is not ready within 120 s. */
    ready: whenReady(),
    /** Refuses new requests, answers open ones and ends all processes. */
    async stop(): Promise<void> {
      // On SIGUSR1, HAProxy answers open requests before it ends. Live streams end with the services.
      await Promise.all([gateway.stop('SIGUSR1'), ...services.map((each) => each.stop())]);
    },
  };

  /** Writes haproxy.cfg for these ports. @returns its path */
  function configuration(): string {
    const serversOf = (name: string) =>
      instances.filter(({ program }) => program.name === name).map(({ port }) => `${SERVICE_HOST}:${port}`);
    const file = join(dataDir, 'haproxy.cfg');
    const servers = {
      commands: serversOf('command-service'),
      queries: serversOf('query-service'),
      ui: serversOf('ui'),
    };
    makeFolder(dataDir);
    writeFileSync(file, withServers(readFileSync(join(cwd, GATEWAY, 'haproxy.cfg'), 'utf8'), servers));
    return file;
  }
}

async function untilReady(name: string, address: string, hasPrinted: () => boolean): Promise<void> {
  const deadline = systemTimers.now() + READY_TIMEOUT_MS;
  for (;;) {
    const ready = await fetch(`${address}/readyz`, { signal: abortAfter(READY_CHECK_TIMEOUT_MS) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready && hasPrinted()) return;
    if (systemTimers.now() > deadline) throw new Error(`${name} was not ready in ${READY_TIMEOUT_MS / 1000} seconds.`);
    await systemTimers.sleep(100);
  }
}
