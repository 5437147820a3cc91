import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../support/product.ts';

/** Services of two instances each, of which one is killed at a time. */
export const KILLED = ['command-service', 'query-service', 'projector'];
/** Interval between two kills of a service, in milliseconds. */
const KILL_EVERY_MS = 3_000;

/**
 * Kills one instance of each service with -9 every few seconds, alternating between the two. Skips an instance while the other
 * one has not restarted yet. @returns the number of kills
 */
export async function killNowAndThen(product: Product, until: number): Promise<number> {
  let kills = 0;
  for (let turn = 0; Date.now() < until; turn++) {
    await sleep(KILL_EVERY_MS);
    const running = processes(product);
    for (const service of KILLED) {
      const names = [`${service} 1`, `${service} 2`] as const;
      const [one, other] = turn % 2 === 0 ? names : [names[1], names[0]];
      if (running.get(other)?.isReady && signal(running.get(one)?.pid, 'SIGKILL')) kills += 1;
    }
  }
  return kills;
}

/** The newest process of each instance, by its name, from the product's output. */
export function processes(
  product: Pick<Product, 'output'>,
): ReadonlyMap<string, { readonly pid: number; readonly isReady: boolean }> {
  const lines = [...product.output().matchAll(/^ {2}(\S+(?: \d)?) +(?:process (\d+)|(ready))$/gm)];
  const running = new Map<string, { pid: number; isReady: boolean }>();
  for (const [, name = '', pid, ready] of lines) {
    const process = running.get(name);
    if (ready === undefined) running.set(name, { pid: Number(pid), isReady: false });
    else if (process) process.isReady = true;
  }
  return running;
}

/** @returns whether there was such a process: it may have died and not restarted yet */
export function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    return false;
  }
}
