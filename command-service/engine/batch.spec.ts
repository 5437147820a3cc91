import type { StaffCodeEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { OutcomeUnknown, RevisionConflict } from '@perktree/event-store/port';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { createCommandHandler } from './command-handler.ts';
import type { Fold } from './fold.ts';
import { context, missed, numberOf, STREAM } from './testing/misses.ts';

/** Collects the numbers of its events. */
const fold: Fold<readonly number[], StaffCodeEvent> = {
  initialState: [],
  evolve: (numbers, event) => [...numbers, numberOf(event)],
};

function setUp() {
  const store = new MemoryEventStore();
  const timers = new ManualTimers();
  const handler = createCommandHandler({ store, logger: silentLogger, timers });
  const run = (command: number, decide: (numbers: readonly number[]) => readonly StaffCodeEvent[]) =>
    handler.execute({ stream: STREAM, fold, decide, context: { ...context(command), readAt: timers.now() } });
  /** The process stands still. */
  const suspend = (ms: number) => timers.setWallClock(new Date(timers.now() + ms).toISOString());
  return { store, run, suspend, timers };
}

describe('commands that share an append', () => {
  it('decide in order, each on the state after the one before, and get their own events', async () => {
    const { store, run } = setUp();
    const results = await Promise.all(
      [1, 2, 3, 4].map((command) => run(command, (numbers) => [missed(numbers.length + 1), missed(50)])),
    );
    expect(store.all.map(numberOf)).toEqual([...[1, 50, 3, 50], ...[5, 50, 7, 50]]);
    expect(store.appends).toBe(2);
    expect(results.map(({ revision }) => revision)).toEqual([1, 3, 5, 7]);
    expect(results.map(({ state }) => state.length)).toEqual([2, 4, 6, 8]);
    for (const { position, revision } of results) expect(position).toBeGreaterThanOrEqual(BigInt(revision + 1));
  });

  it('are refused or append nothing without effect on the others', async () => {
    const { run } = setUp();
    const results = await Promise.allSettled([
      run(1, () => [missed(1)]),
      run(2, () => [missed(2)]),
      run(3, () => {
        throw new Refused('OFFER_FULL');
      }),
      run(4, () => []),
      run(5, () => {
        throw new TypeError('a mistake');
      }),
      run(6, (numbers) => [missed(numbers.length)]),
    ]);
    expect(results.map(({ status }) => status[0]).join('')).toBe('ffrfrf');
    expect(results[3]).toMatchObject({ value: { events: [], position: undefined, state: [1, 2] } });
    expect(results[5]).toMatchObject({ value: { state: [1, 2, 2], revision: 2 } });
  });

  it('all decide again after a revision conflict', async () => {
    const { store, run, timers } = setUp();
    await run(0, () => [missed(9)]);
    let isFirst = true;
    store.beforeAppend = async (stream) => {
      if (!isFirst) return;
      isFirst = false;
      throw new RevisionConflict(stream, 0, 1);
    };
    const seen: number[][] = [];
    const runs = [1, 2, 3].map((command) =>
      run(command, (numbers) => {
        seen.push([command, ...numbers]);
        return [missed(command)];
      }),
    );
    await timers.run(Promise.all(runs));
    expect(seen.filter(([command]) => command === 1)).toHaveLength(2);
    expect(store.all).toHaveLength(4);
  });

  it('do not fail with one command that the store rejects', async () => {
    const { store, run } = setUp();
    store.append = ((append) => async (stream, revision, events) => {
      if (events.some(({ data }) => (data as { staffId: string }).staffId === 'poison')) throw new Error('no room');
      return append.call(store, stream, revision, events);
    })(store.append);
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map((command) => run(command, () => [missed(command, command === 3 ? 'poison' : 'fine')])),
    );
    expect(results.map(({ status }) => status[0]).join('')).toBe('ffrf');
    expect(store.all).toHaveLength(3);
  });

  it('are not stored when their process was suspended for longer than a command may take', async () => {
    const { store, run, suspend, timers } = setUp();
    const minute = 60_000;
    const results = [1, 2].map((command) => run(command, () => [missed(command)]));
    suspend(minute);
    const late = { code: 'TOO_MUCH_CONTENTION' };
    await expect(Promise.allSettled(results)).resolves.toMatchObject([{ reason: late }, { reason: late }]);
    expect(store.all).toEqual([]);
    // A retry takes a new time.
    await run(1, () => [missed(1)]);
    // The outcome stays unknown; the append is not repeated.
    store.beforeAppend = () => {
      suspend(2 * minute);
      throw new OutcomeUnknown('connection lost');
    };
    await expect(timers.until(run(2, () => [missed(2)]))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(store.appends).toBe(2);
  });

  it('are limited to the size that every event store takes in one append', async () => {
    const { store, run } = setUp();
    const sizes: number[] = [];
    store.append = ((append) => async (stream, revision, events) => {
      sizes.push(JSON.stringify(events).length);
      return append.call(store, stream, revision, events);
    })(store.append);
    const long = 'x'.repeat(100_000);
    const results = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => run(n, () => [missed(n, long)])));
    expect(results.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(Math.max(...sizes)).toBeLessThan(600_000);
  });

  it('give the same history as sequential execution, with repeats, refusals and races', async () => {
    // The same id is the same command, so its fields derive from the id.
    const command = fc.nat({ max: 40 }).map((id) => ({ id, adds: (id * 7 + 3) % 4, limit: 1 + ((id * 11 + 5) % 30) }));
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (all, processes) => {
        const store = new MemoryEventStore();
        const handlers = Array.from({ length: processes }, () => createCommandHandler({ store, logger: silentLogger }));
        const results = await Promise.allSettled(
          all.map(({ id: number, adds, limit }, index) =>
            (handlers[index % processes] as (typeof handlers)[number]).execute({
              ...{ stream: STREAM, fold, context: context(number) },
              decide: (numbers) => {
                if (numbers.length + adds > limit) throw new Refused('OFFER_FULL');
                return Array.from({ length: adds }, (_, n) => missed(numbers.length + n + 1));
              },
            }),
          ),
        );
        // The numbers have no gap, so no two commands decided on the same state.
        const numbers = store.all.map(numberOf);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        const commandsThatAdded = store.all.map(({ metadata }) => (metadata as { commandId: string }).commandId);
        results.forEach((result, index) => {
          if (result.status === 'rejected') {
            expect(result.reason).toBeInstanceOf(Refused);
            return;
          }
          const own = commandsThatAdded.filter((each) => each === context(all[index]?.id ?? -1).commandId);
          if (result.value.events.length > 0) expect(own).toHaveLength(result.value.events.length);
        });
      }),
      { numRuns: 60 },
    );
  });
});
