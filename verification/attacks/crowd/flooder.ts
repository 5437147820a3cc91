import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FloodOptions, StatusCounts } from './flood-process.ts';

/** Next to the bundle of this file (scripts/lib/build-trust.mjs). */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'flood-process.js');

/** @returns ends the flood and resolves with the number of answers by status */
export async function startFlood(options: FloodOptions): Promise<() => Promise<ReadonlyMap<number, number>>> {
  const child = fork(PROGRAM);
  // The client would run on another machine, so it yields to the server here.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.send(options);
  await once(child, 'message');
  return async () => {
    child.send('end');
    const [answers] = (await once(child, 'message')) as [StatusCounts];
    await once(child, 'exit');
    return new Map(answers);
  };
}
