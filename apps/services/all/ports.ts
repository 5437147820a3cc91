import { freePort, isFree } from '@perktree/platform/process/free-port';
import { WrongConfiguration } from '../../parts/configuration/configuration.ts';
import type { Program } from './compose-file.ts';

/** Services accept connections from this machine only. The gateway listens on HOST. */
export const SERVICE_HOST = '127.0.0.1';
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

export interface Ports {
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
