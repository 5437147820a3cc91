import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

const POLL_MS = 100;

/**
 * Calls `make` in the first process of a run that needs its result; the other processes wait for that result, which is JSON.
 * After a failure the next process tries again.
 */
export async function onceInRun<Result>(name: string, make: () => Promise<Result>): Promise<Result> {
  const file = join(inject('preparedData'), `${name.replaceAll(' ', '-')}.json`);
  while (!existsSync(file)) {
    if (isClaimed(file)) {
      await sleep(POLL_MS);
      continue;
    }
    try {
      // Another process may have finished between the two looks.
      if (existsSync(file)) break;
      writeFileSync(`${file}.part`, JSON.stringify(await make()));
      renameSync(`${file}.part`, file);
    } finally {
      rmSync(claimOf(file));
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Result;
}

const claimOf = (file: string) => `${file}.claim`;

/** Whether another process is making the file. If not, this process claims it. */
function isClaimed(file: string): boolean {
  try {
    writeFileSync(claimOf(file), '', { flag: 'wx' });
    return false;
  } catch {
    return true;
  }
}
