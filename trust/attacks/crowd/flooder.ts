import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ended, Ordered } from './flood-process.ts';

/** Beside the bundle that this becomes a part of (scripts/lib/build-trust.mjs). */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'flood-process.js');

/** @returns ends the flood, and tells how many answers came by their status */
export async function startFlood(ordered: Ordered): Promise<() => Promise<ReadonlyMap<number, number>>> {
  const child = fork(PROGRAM);
  // What it computes would be computed elsewhere. What it asks for is answered here.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.send(ordered);
  await once(child, 'message');
  return async () => {
    child.send('end');
    const [answers] = (await once(child, 'message')) as [Ended];
    await once(child, 'exit');
    return new Map(answers);
  };
}
