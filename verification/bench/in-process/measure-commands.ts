import type { Visit } from '../data/visits.ts';
import type { CommandsOrder, CommandsResult } from './order.ts';

/** Redeems a visit. */
export type Redeem = (visit: Visit) => Promise<unknown>;

/** Number of the first visit, beyond those of the history. */
const FIRST_VISIT = 10_000_000;

/**
 * Callers that redeem sequentially, over the streams in turn, until the commands or the time run out. If the commands run out
 * during the warm-up, the warm-up is measured.
 */
export async function measureCommands(redeem: Redeem, order: CommandsOrder): Promise<CommandsResult> {
  const { streams, callers, commands, warmUpMs, forMs } = order;
  let next = 0;
  let done = 0;
  let warmedUp: { readonly at: number; readonly done: number } | undefined;
  const start = performance.now();
  const until = start + warmUpMs + forMs;
  const caller = async () => {
    while (next < commands && performance.now() < until) {
      const number = next;
      next += 1;
      await redeem({ number: FIRST_VISIT + number, tree: number % streams });
      done += 1;
      const now = performance.now();
      if (now >= start + warmUpMs) warmedUp ??= { at: now, done };
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const since = warmedUp !== undefined && done > warmedUp.done ? warmedUp : { at: start, done: 0 };
  return { perSecond: ((done - since.done) * 1_000) / (performance.now() - since.at), commands: done };
}
