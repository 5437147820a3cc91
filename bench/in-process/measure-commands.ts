import type { Visit } from '../data/visits.ts';
import type { CommandsOrder, CommandsResult } from './order.ts';

/** Does one redemption of a visit. */
export type Redeem = (visit: Visit) => Promise<unknown>;

/** Visits are numbered from here on, behind those that are there. */
const FIRST_VISIT = 10_000_000;

/** Callers that redeem one after the other, over the streams in turn, until the commands or the time have run out. */
export async function measureCommands(redeem: Redeem, order: CommandsOrder): Promise<CommandsResult> {
  const { streams, callers, commands, forMs } = order;
  let next = 0;
  let done = 0;
  const until = performance.now() + forMs;
  const caller = async () => {
    while (next < commands && performance.now() < until) {
      const number = next;
      next += 1;
      await redeem({ number: FIRST_VISIT + number, tree: number % streams });
      done += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: (done * 1_000) / (performance.now() - start), commands: done };
}
