import { Refused } from '@perktree/contracts/kernel/refusals';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type CommandHandler, createCommandHandler } from './command-handler.ts';
import { context, counter, missed, numberOf } from './testing/misses.ts';

const [TREE, SALES] = ['staffCodes-a-tree', 'staffCodes-a-sales'];

const handlerOf = (store: MemoryEventStore) => createCommandHandler({ store, logger: silentLogger });
const change = (handler: CommandHandler, stream = TREE) =>
  handler.execute({ stream, fold: counter, decide: () => [missed()], context: context() });

/** Decides on the tree, and appends to the sales how many changes of it there were, plus one. @param max changes at which it sells */
const sell = (handler: CommandHandler, max = Number.POSITIVE_INFINITY, as = context(), stream = SALES) =>
  handler.run(async (within) => {
    const { state } = await within.load(TREE, counter);
    const decide = () => {
      if (state > max) throw new Refused('OFFER_INACTIVE');
      return [missed(state + 1)];
    };
    return within.execute({ stream, fold: counter, decide, context: as });
  });
const seenBy = (store: MemoryEventStore, stream = SALES) =>
  store.all.filter((each) => each.stream === stream).map((each) => numberOf(each) - 1);

/** Two processes that both know the tree and the sales. */
async function twoProcesses() {
  const store = new MemoryEventStore();
  const [one, other] = [handlerOf(store), handlerOf(store)];
  await change(one);
  await sell(one);
  await sell(other);
  return { store, one, other };
}

describe('a command that decides on two streams', () => {
  it('asks and reads nothing where nothing has changed', async () => {
    const { store, one } = await twoProcesses();
    await sell(one);
    const { reads, asked, appends } = store;
    for (let n = 0; n < 10; n += 1) await sell(one);
    expect([store.reads - reads, store.asked - asked, store.appends - appends]).toEqual([0, 0, 10]);
  });

  it('decides again on what another process has changed, without reading the streams again', async () => {
    const { store, one, other } = await twoProcesses();
    await change(other);
    await sell(other);
    const { reads, asked, appends } = store;
    const as = context();
    await sell(one, 5, as);
    expect(seenBy(store)).toEqual([1, 1, 2, 2]);
    expect([store.reads - reads, store.asked - asked, store.appends - appends]).toEqual([0, 0, 2]);
    expect(store.all.at(-1)?.metadata).toMatchObject({ commandId: as.commandId });
  });

  it('is refused by what another process has changed, and not by what is not so any more', async () => {
    const { store, one, other } = await twoProcesses();
    await change(other);
    await expect(sell(one, 1)).rejects.toMatchObject({ code: 'OFFER_INACTIVE' });
    const openFrom = (handler: CommandHandler, least: number) =>
      handler.run(async (within) => {
        const { state } = await within.load(TREE, counter);
        if (state < least) throw new Refused('OFFER_INACTIVE');
        return state;
      });
    await expect(openFrom(one, 3)).rejects.toMatchObject({ code: 'OFFER_INACTIVE' });
    await change(other);
    const { reads } = store;
    expect(await openFrom(one, 3)).toBe(3);
    expect(store.reads - reads).toBe(1);
  });

  it('confirms refusals by one question for all callers of the moment', async () => {
    const { store, one } = await twoProcesses();
    await expect(sell(one, 0)).rejects.toThrow(Refused);
    const { reads, asked } = store;
    const refused = await Promise.allSettled(Array.from({ length: 200 }, () => sell(one, 0)));
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    expect(store.asked - asked).toBeLessThanOrEqual(2);
    expect(store.reads - reads).toBe(0);
  });

  it('does not undo commands of the same append that have not read the changed stream', async () => {
    const { store, one, other } = await twoProcesses();
    await change(other);
    const all = [sell(one), change(one, SALES), sell(one, 1), change(one, SALES), sell(one)];
    const results = await Promise.allSettled(all);
    expect(results.map(({ status }) => status[0]).join('')).toBe('ffrff');
    expect(seenBy(store).filter((seen) => seen === 2)).toHaveLength(2);
  });

  it('does not compare a stream that it appends to itself, nor one that it has loaded for that', async () => {
    const { store, one, other } = await twoProcesses();
    let runs = 0;
    await one.run(async (within) => {
      runs += 1;
      await within.load(TREE, counter);
      await within.execute({ stream: TREE, fold: counter, decide: () => [missed()], context: context() });
      await within.loadUncompared(SALES, counter);
      // As if other commands had reserved the same quota, and sold.
      await change(other);
      await change(other, SALES);
      await within.execute({
        stream: 'staffCodes-a-b',
        fold: counter,
        decide: () => [missed()],
        context: context(),
      });
    });
    expect([runs, seenBy(store, 'staffCodes-a-b')]).toEqual([1, [0]]);
  });

  it('runs again where the store has lost what it has read', async () => {
    const { store, one } = await twoProcesses();
    await change(one);
    store.goBackTo(3n);
    await sell(one);
    expect(seenBy(store)).toEqual([1, 1, 1]);
  });

  it('runs again though the work has caught the conflict', async () => {
    const { store, one, other } = await twoProcesses();
    await change(other);
    await one.run(async (within) => {
      const { state } = await within.load(TREE, counter);
      const noting = { stream: SALES, fold: counter, decide: () => [missed(state + 1)], context: context() };
      await within.execute(noting).catch(() => {});
    });
    expect(seenBy(store)).toEqual([1, 1, 2]);
  });

  it('is stored once where it runs again after its first append', async () => {
    const { store, one, other } = await twoProcesses();
    const [first, second] = [context(), context()];
    let runs = 0;
    await one.run(async (within) => {
      runs += 1;
      const { state } = await within.load(TREE, counter);
      const decide = () => [missed(state + 1)];
      await within.execute({ stream: SALES, fold: counter, decide, context: first });
      if (runs === 1) await change(other);
      await within.execute({ stream: 'staffCodes-a-b', fold: counter, decide, context: second });
    });
    expect([runs, seenBy(store), seenBy(store, 'staffCodes-a-b')]).toEqual([2, [1, 1, 1], [2]]);
  });

  it('asks before it appends to a store that does not compare other streams', async () => {
    const { store, one, other } = await twoProcesses();
    Object.assign(store, { comparesReads: false });
    await sell(one);
    await change(other);
    const { asked } = store;
    await sell(one);
    expect(seenBy(store)).toEqual([1, 1, 1, 2]);
    expect(store.asked - asked).toBeLessThanOrEqual(2);
  });

  it('decides on the newest state of both, in any interleaving of three processes', async () => {
    const step = fc.record({ process: fc.nat(2), sells: fc.boolean(), waits: fc.boolean(), back: fc.nat(30) });
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const store = new MemoryEventStore();
      const timers = new ManualTimers();
      const handlers = [1, 2, 3].map(() => createCommandHandler({ store, logger: silentLogger, timers }));
      const underWay: Promise<unknown>[] = [];
      for (const { process, sells, waits, back } of steps) {
        underWay.push((sells ? sell : change)(handlers[process] as CommandHandler));
        if (waits || back === 0) await timers.run(Promise.all(underWay.splice(0)));
        if (back === 0) store.goBackTo(BigInt(Math.max(0, store.all.length - 2)));
      }
      await timers.run(Promise.all(underWay));
      const changesBefore = store.all.map(
        (_, at) => store.all.slice(0, at).filter(({ stream }) => stream === TREE).length,
      );
      expect(seenBy(store)).toEqual(changesBefore.filter((_, at) => store.all[at]?.stream === SALES));
    });
    await fc.assert(property, { numRuns: 40, seed: 42 });
  }, 120_000);
});
