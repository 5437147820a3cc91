import { PortInUse } from '@perktree/platform/http/listen';
import { freePort, isFree } from '@perktree/platform/process/free-port';
import type { Program } from './compose-file.ts';

/** Where the services listen: this machine alone. The gateway listens on HOST. */
export const SERVICE_HOST = '127.0.0.1';
/** The gateway's metrics and the calls of the ui, so far above its port. */
const INSIDE = 5;
/** From one instance of a service to the next: command services listen on 3001 and 3011. */
const APART = 10;

interface Instance {
  readonly program: Program;
  /** `command-service 2`. */
  readonly name: string;
  readonly port: number;
}

export interface Ports {
  readonly gateway: number;
  readonly inside: number;
  readonly instances: readonly Instance[];
}

/**
 * A port for each process.
 * @param port of the gateway; the others follow from it. 0: any free ports
 * @throws PortInUse
 */
export async function portsOf(programs: readonly Program[], host: string, port: number): Promise<Ports> {
  const at = async (offset: number, address = SERVICE_HOST) => {
    if (port === 0) return freePort(address);
    if (await isFree(port + offset, address)) return port + offset;
    throw new PortInUse(
      `Port ${port + offset} is in use already: stop what listens there, or set PORT to another one.`,
    );
  };
  const [gateway, inside] = [await at(0, host), await at(INSIDE)];
  const instances: Instance[] = [];
  for (const [index, program] of programs.entries()) {
    for (let n = 1; n <= program.replicas; n++) {
      const name = program.replicas > 1 ? `${program.name} ${n}` : program.name;
      instances.push({ program, name, port: await at(1 + index + APART * (n - 1)) });
    }
  }
  return { gateway, inside, instances };
}
