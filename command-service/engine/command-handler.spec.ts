import type { StaffCodeEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { OutcomeUnknown } from '@perktree/event-store/port';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { Timers } from '@perktree/platform/time/timers';
import { describe, expect, it, vi } from 'vitest';
import type { CommandContext } from '../engine/command.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type CommandHandler, createCommandHandler } from './command-handler.ts';
import { context, counter, missed, STREAM } from './testing/misses.ts';
import type { Turns } from './turns.ts';

/** At most `limit` events in the stream. */
const upTo =
  (limit: number) =>
  (count: number): StaffCodeEvent[] => {
    if (count >= limit) throw new Refused('OFFER_FULL');
    return [missed()];
  };

const handlerOf = (store: MemoryEventStore, retryForMs?: number, timers?: Timers) =>
  createCommandHandler({ store, logger: silentLogger, ...(retryForMs && { retryForMs }), ...(timers && { timers }) });
const run = (handler: CommandHandler, decide: (count: number) => readonly StaffCodeEvent[], as = context()) =>
  handler.execute({ stream: STREAM, fold: counter, decide, context: as });

describe('events of other processes', () => {
  async function twoProcesses() {
    const store = new MemoryEventStore();
    const handler = handlerOf(store);
    const { tell } = store;
    const other = handlerOf(store);
    store.followOthers(tell);
    await run(other, () => [missed()]);
    await run(handler, upTo(9));
    await run(other, upTo(9));
    return { store, handler, other };
  }
  const counted = async (handler: CommandHandler) => {
    let seen = Number.NaN;
    await run(handler, (count) => {
      seen = count;
      return [missed()];
    });
    return seen;
  };

  it('that an append has brought are folded: the next command neither reads nor conflicts', async () => {
    const { store, handler } = await twoProcesses();
    store.tell(store.all.slice(-1));
    const before = { reads: store.reads, appends: store.appends };
    expect(await counted(handler)).toBe(3);
    expect({ reads: store.reads, appends: store.appends }).toEqual({ ...before, appends: before.appends + 1 });
  });

  it('are read where some before them were missed', async () => {
    const { store, handler } = await twoProcesses();
    store.tell(null);
    store.tell(store.all.slice(-1));
    const { reads } = store;
    expect(await counted(handler)).toBe(3);
    expect(store.reads).toBe(reads + 1);
  });

  it('are read where one between is unknown', async () => {
    const { store, handler, other } = await twoProcesses();
    await run(other, upTo(9));
    store.tell(store.all.slice(-1));
    expect(await counted(handler)).toBe(4);
  });

  it('show that the store has lost the history of a state', async () => {
    const { store, handler, other } = await twoProcesses();
    store.tell(store.all.slice(-1));
    store.goBackTo(1n);
    for (let n = 0; n < 3; n += 1) await run(other, upTo(9));
    store.tell(store.all.slice(1));
    const { appends } = store;
    expect(await counted(handler)).toBe(4);
    expect(store.appends).toBe(appends + 1);
  });
});

describe('executing a command', () => {
  it('appends the decided events, if they fit their schema, and returns their position', async () => {
    const store = new MemoryEventStore();
    await expect(run(handlerOf(store), () => [missed(0)])).rejects.toThrow('missesInWindow');
    const done = await run(handlerOf(store), () => [missed(1), missed(2)]);
    expect(done).toMatchObject({ state: 2, revision: 1, position: 2n });
    expect(done.events).toHaveLength(2);
    expect(store.all.map((event) => event.metadata)).toMatchObject([
      { commandName: 'Miss', recordedAt: '2026-05-01T10:00:00.000Z', schemaVersion: 1 },
      { commandName: 'Miss' },
    ]);
    expect(new Set(store.all.map((event) => event.eventId)).size).toBe(2);
  });

  it('names the earliest moment at which its commands may have read, for a server that is replaced meanwhile', async () => {
    const store = new MemoryEventStore();
    const append = vi.spyOn(store, 'append');
    await run(handlerOf(store), upTo(10));
    await run(handlerOf(store), upTo(10), { ...context(), arrivedAt: 3 });
    expect(append.mock.calls.map(([, , , condition]) => condition?.readAt)).toEqual([Number.POSITIVE_INFINITY, 3]);
  });

  it('decides again after a revision conflict', async () => {
    const store = new MemoryEventStore();
    const [one, other] = [handlerOf(store), handlerOf(store)];
    await run(one, upTo(10));
    await run(other, upTo(10));
    expect((await run(one, upTo(10))).state).toBe(3);
  });

  it('keeps the state of a stream that is longer than the cache, and of a shorter one beside it', async () => {
    const store = new MemoryEventStore();
    const handler = createCommandHandler({ store, logger: silentLogger, maxCachedBytes: 5_000 });
    await run(handler, () => Array.from({ length: 30 }, () => missed()));
    await handler.load('staffCodes-c-d', counter);
    const read = vi.spyOn(store, 'readStream');
    expect((await run(handler, (count) => upTo(31)(count))).state).toBe(31);
    await handler.load(STREAM, counter);
    await handler.load('staffCodes-c-d', counter);
    // Each read begins with the last known event.
    expect(read.mock.calls).toEqual([
      [STREAM, 30],
      ['staffCodes-c-d', 0],
    ]);
  });

  it('folds what was read while its own append was on its way', async () => {
    const store = new MemoryEventStore();
    const [one, other] = [handlerOf(store), handlerOf(store)];
    store.afterAppend = async () => {
      store.afterAppend = () => {};
      await run(other, () => [missed()]);
      expect((await one.load(STREAM, counter)).state).toBe(2);
    };
    await run(one, () => [missed()]);
    expect(await run(one, () => [missed()])).toMatchObject({ state: 3, revision: 2 });
    expect(store.appends, 'appends, none of them in vain').toBe(3);
  });

  it('gives up on a stream with endless conflicts', async () => {
    const store = new MemoryEventStore();
    const intruder = handlerOf(store);
    let intruding = false;
    store.beforeAppend = async () => {
      if (intruding) return;
      intruding = true;
      await run(intruder, () => [missed()]);
      intruding = false;
    };
    const attempt = run(handlerOf(store, 50), () => [missed()]);
    await expect(attempt).rejects.toMatchObject({ code: 'TOO_MUCH_CONTENTION' });
  });

  it('gets its turn beside a process whose queue never empties', async () => {
    const store = new MemoryEventStore();
    const timers = new ManualTimers();
    let last: Promise<unknown> = Promise.resolve();
    const turns: Turns = (_stream, work) => {
      const turn = last.then(work);
      last = turn;
      return turn;
    };
    const [busy, other] = [1, 2].map(() => createCommandHandler({ store, logger: silentLogger, timers, turns })) as [
      CommandHandler,
      CommandHandler,
    ];
    // With latency, a process that must read first loses every race unless the busy one waits for its turn.
    store.latency = () => timers.sleep(1);
    store.beforeAppend = () => timers.sleep(1);
    let isServed = false;
    let busyCommands = 1;
    await timers.run(run(busy, () => [missed()]));
    const keepBusy = async () => {
      for (; !isServed; busyCommands += 1) await run(busy, () => [missed()]);
    };
    const callers = Array.from({ length: 200 }, keepBusy);
    const served = run(other, () => [missed()]).finally(() => {
      isServed = true;
    });
    await timers.run(Promise.all([...callers, served]));
    expect(store.all).toHaveLength(busyCommands + 1);
  });
});

describe('a hot stream', () => {
  it('costs at most two appends and ten reads for 2,000 attempts at three slots', async () => {
    const store = new MemoryEventStore();
    const handler = handlerOf(store);
    const all = await Promise.allSettled(Array.from({ length: 2_000 }, () => run(handler, upTo(3))));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(store.appends).toBeLessThanOrEqual(2);
    expect(store.reads).toBeLessThan(10);
  });

  it('refuses only on a state at least as new as the command', async () => {
    const store = new MemoryEventStore();
    const [one, other] = [handlerOf(store), handlerOf(store)];
    const openOnlyAtTwo = (count: number) => {
      if (count !== 2) throw new Refused('OFFER_INACTIVE');
      return [missed()];
    };
    await run(one, upTo(10));
    await run(other, upTo(10));
    // The cached state of the first handler is 1, which would refuse.
    expect((await run(one, openOnlyAtTwo)).state).toBe(3);
  });

  it('refuses on no state that has left the cache meanwhile, and so hears nothing of other processes', async () => {
    const store = new MemoryEventStore();
    const one = createCommandHandler({ store, logger: silentLogger, maxCachedBytes: 1_500 });
    await run(one, upTo(10));
    for (let n = 0; n < 2; n += 1) await one.load(STREAM, counter);
    await run(handlerOf(store), upTo(10));
    const news = store.news.bind(store);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    store.news = async (since) => {
      await answered;
      return news(since);
    };
    const attempt = run(one, (count) => {
      if (count !== 2) throw new Refused('OFFER_INACTIVE');
      return [missed()];
    });
    for (const stream of ['staffCodes-c-d', 'staffCodes-e-f', 'staffCodes-g-h']) await one.load(stream, counter);
    answer();
    expect((await attempt).state).toBe(3);
  });

  it('is not read again by a process whose own events alone are new', async () => {
    const store = new MemoryEventStore();
    const handler = handlerOf(store);
    for (let n = 0; n < 3; n += 1) {
      await run(handler, upTo(10));
      await handler.load(STREAM, counter);
    }
    const { reads } = store;
    for (let n = 3; n < 10; n += 1) {
      await run(handler, upTo(10));
      expect((await handler.load(STREAM, counter)).state).toBe(n + 1);
      await expect(run(handler, upTo(1))).rejects.toThrow(Refused);
    }
    expect(store.reads).toBe(reads);
  });
});

describe('the same command again', () => {
  it.each([
    ['in the same process', (_: MemoryEventStore, handler: CommandHandler) => handler],
    ['in another process', (store: MemoryEventStore) => handlerOf(store)],
  ])('%s returns the first events and appends nothing', async (_, second) => {
    const store = new MemoryEventStore();
    const handler = handlerOf(store);
    const command = context();
    const first = await run(handler, () => [missed(4)], command);
    await run(handler, () => [missed(5)]);
    const again = await run(second(store, handler), () => [missed(9)], command);
    expect(again).toMatchObject({ events: first.events, position: first.position, revision: 1 });
    expect(store.all).toHaveLength(2);
  });

  it('is found after an append whose outcome stayed unknown', async () => {
    const store = new MemoryEventStore();
    const timers = new ManualTimers();
    const handler = handlerOf(store, undefined, timers);
    const command = context();
    store.afterAppend = () => {
      throw new OutcomeUnknown('connection lost');
    };
    const unknown = expect(run(handler, () => [missed(4)], command)).rejects.toBeInstanceOf(OutcomeUnknown);
    await timers.run(unknown);
    store.afterAppend = () => {};
    // A new decision would have 9. The stored event has 4, and so must the answer and the cache.
    const again = await run(handler, () => [missed(9)], { ...command, now: '2026-05-01T11:00:00.000Z' });
    expect(again.events).toMatchObject([{ data: { missesInWindow: 4 } }]);
    expect(store.all).toHaveLength(1);
  });

  it('is not decided again by a dry run', async () => {
    const store = new MemoryEventStore();
    const handler = handlerOf(store);
    const command = context();
    await run(handler, upTo(1), command);
    const dryRunAs = (as: CommandContext) =>
      handler.dryRun({ stream: STREAM, fold: counter, decide: upTo(1), context: as });
    await dryRunAs(command);
    await expect(dryRunAs(context())).rejects.toMatchObject({ code: 'OFFER_FULL' });
  });

  it('settles an unknown outcome by repeating the append', async () => {
    const store = new MemoryEventStore();
    let lost = 0;
    store.afterAppend = () => {
      lost += 1;
      if (lost < 3) throw new OutcomeUnknown('connection lost');
    };
    expect((await run(handlerOf(store), upTo(1))).position).toBe(1n);
    expect(store.all).toHaveLength(1);
    expect(store.appends).toBe(3);
  });
});

describe('an event store that loses events that a process has seen', () => {
  /** A handler that has cached three events, of which the store has lost the last. */
  async function afterFailover() {
    const store = new MemoryEventStore();
    const told: string[] = [];
    const handler = createCommandHandler({ store, logger: silentLogger, onRegression: () => told.push('regression') });
    for (let n = 0; n < 3; n += 1) await run(handler, () => [missed()]);
    store.goBackTo(2n);
    return { store, handler, told };
  }
  const revisions = (store: MemoryEventStore) => store.all.map(({ revision }) => revision);

  it('decides on the stored events of a shortened stream', async () => {
    const { store, handler, told } = await afterFailover();
    expect(await run(handler, upTo(3))).toMatchObject({ state: 3, revision: 2 });
    expect(revisions(store)).toEqual([0, 1, 2]);
    expect(told).toEqual(['regression']);
  });

  it('decides on the stored events where another process has appended others', async () => {
    const { store, handler } = await afterFailover();
    await run(handlerOf(store), () => [missed(7)]);
    await expect(run(handler, upTo(3))).rejects.toMatchObject({ code: 'OFFER_FULL' });
    expect((await run(handler, upTo(4))).state).toBe(4);
    expect(revisions(store)).toEqual([0, 1, 2, 3]);
  });

  it('loads the stored events only', async () => {
    const { store, handler } = await afterFailover();
    expect(await handler.load(STREAM, counter)).toEqual({ state: 2, revision: 1 });
    expect(await handler.loadUncached(STREAM, counter)).toBe(2);
    store.goBackTo(0n);
    expect(await handler.load(STREAM, counter)).toEqual({ state: 0, revision: -1 });
  });

  it('executes a repeated command again whose events are lost', async () => {
    const store = new MemoryEventStore();
    const handler = handlerOf(store);
    const first = context();
    await run(handler, () => [missed()]);
    await run(handler, () => [missed()], first);
    store.goBackTo(1n);
    expect(await run(handler, () => [missed()], first)).toMatchObject({ revision: 1, position: 2n });
    expect(revisions(store)).toEqual([0, 1]);
  });

  it('is reported once, and drops all cached streams', async () => {
    const store = new MemoryEventStore();
    const told: string[] = [];
    const handler = createCommandHandler({ store, logger: silentLogger, onRegression: () => told.push('regression') });
    const streams = Array.from({ length: 5 }, (_, n) => `staffCodes-a-${n}`);
    const append = (stream: string) =>
      handler.execute({ stream, fold: counter, decide: () => [missed()], context: context() });
    await Promise.all(streams.map(append));
    store.goBackTo(0n);
    const done = await Promise.all(streams.map(append));
    expect(done.map(({ revision }) => revision)).toEqual(streams.map(() => 0));
    expect(told).toEqual(['regression']);
    await append(streams[0] as string);
    store.goBackTo(0n);
    await append(streams[0] as string);
    expect(told).toHaveLength(2);
  });
});
