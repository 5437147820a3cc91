import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_EVERY_MS = 50;

/** @returns whether the condition held within the time limit */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(CHECK_EVERY_MS)) {
    if (await condition()) return true;
  }
  return false;
}
