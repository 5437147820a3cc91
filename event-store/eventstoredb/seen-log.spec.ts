import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEvent } from '../contract/bench.ts';
import { type Completeness, type EventStore, NO_STREAM } from '../port.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../testing/event-store-db-double/double.ts';
import { openEventStoreDb } from './event-store-db.ts';
import { SeenLog } from './seen-log.ts';

let double: EventStoreDbDouble;
const cleanups: (() => Promise<void>)[] = [];
beforeAll(async () => {
  double = await startEventStoreDbDouble();
});
beforeEach(() => double.reset());
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
afterAll(() => double.close());

function open(timers: Timers = systemTimers): EventStore & { completeness: Completeness } {
  const store = openEventStoreDb({ url: double.urls[0], timing: { pauses: { first: 10, longest: 50 } }, timers });
  cleanups.push(() => store.close());
  return store as EventStore & { completeness: Completeness };
}
/** Waits until it confirms: it does not while the subscription is more than 250 ms late, as on a busy machine. */
const confirmed = (completeness: Completeness) => expect.poll(() => completeness.confirm()).toBe(true);
/** A store of a deciding process, which knows appended and deleted streams. */
async function openDeciding(timers?: Timers) {
  const store = open(timers);
  await expect.poll(() => store.completeness.epoch).not.toBeNull();
  await confirmed(store.completeness);
  return store;
}
const reads = async () => (await double.seen()).calls.read ?? 0;

describe('the log that a process has seen on EventStoreDB', () => {
  it('is everything that was stored when it confirms, of others and its own', async () => {
    const other = open();
    await other.append('site-1', NO_STREAM, [newEvent()]);
    const { completeness, append } = await openDeciding();
    for (let n = 0; n < 20; n += 1) {
      await other.append('site-1', n, [newEvent()]);
      await confirmed(completeness);
      expect(completeness.appendedTo('site-1')).toBe(n + 1);
    }
    await append('site-2', NO_STREAM, [newEvent(), newEvent()]);
    expect(completeness.appendedTo('site-2')).toBe(1);
  });

  it('is read once for concurrent callers', async () => {
    const { completeness } = await openDeciding();
    const before = await reads();
    const answers = await Promise.all(Array.from({ length: 100 }, () => completeness.confirm()));
    expect(answers).toEqual(Array(100).fill(true));
    expect((await reads()) - before).toBe(1);
  });

  it('is not confirmed while the subscription keeps back what others have stored, and is once it has brought it', async () => {
    const timers = new ManualTimers();
    const [other, { completeness }] = [open(), await openDeciding(timers)];
    await double.setFaults({ stalled: true });
    await other.append('site-1', NO_STREAM, [newEvent()]);
    const first = completeness.confirm();
    await timers.untilSet(250);
    await timers.advance(250);
    expect(await first).toBe(false);
    // No time passes: it does not wait again.
    expect(await completeness.confirm()).toBe(false);
    await double.setFaults({ stalled: false });
    await other.append('site-1', 0, [newEvent()]);
    await confirmed(completeness);
    expect(completeness.appendedTo('site-1')).toBe(1);
  });

  it('is discarded when the store has gone back, even if another event has the same position', async () => {
    const store = await openDeciding();
    const { position } = await store.append('site-1', NO_STREAM, [newEvent('was')]);
    await confirmed(store.completeness);
    const { epoch } = store.completeness;
    await double.reset();
    const other = open();
    expect((await other.append('site-1', NO_STREAM, [newEvent('now')])).position).toBe(position);
    await confirmed(store.completeness);
    expect(store.completeness.epoch).not.toBe(epoch);
    expect(store.completeness.appendedTo('site-1')).toBe(NO_STREAM);
  });
});

describe('a slow answer about the newest event on EventStoreDB', () => {
  it('does not end the subscription, however many events that has brought meanwhile', async () => {
    const events = Array.from({ length: 2_000 }, (_, n) => ({
      ...{ ...newEvent(n), stream: `site-${n}`, revision: 0, position: BigInt(n + 1), eventId: `event ${n + 1}` },
    }));
    let newest: { position: bigint; eventId: string | null } = { position: 0n, eventId: null };
    const closing = new AbortController();
    cleanups.push(async () => closing.abort());
    const log = new SeenLog({
      newest: async () => newest,
      async *subscribe(_, signal) {
        yield events;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
      closing: closing.signal,
      timers: systemTimers,
    });
    await expect.poll(() => log.epoch).not.toBeNull();
    const { epoch } = log;
    // The server answered before the subscription brought 1,999 more.
    newest = { position: 1n, eventId: 'event 1' };
    expect(await log.confirm()).toBe(false);
    newest = { position: 2_000n, eventId: 'event 2000' };
    expect(await log.confirm()).toBe(true);
    expect(log.epoch).toBe(epoch);
  });
});

describe('the newest event on EventStoreDB', () => {
  it('is not one that the store has lost, while only events of the server come after', async () => {
    await open().append('site-1', NO_STREAM, [newEvent()]);
    const store = await openDeciding();
    expect(await store.head()).toBeGreaterThan(0n);
    await double.reset();
    expect(await store.head()).toBe(0n);
    await confirmed(store.completeness);
    expect(store.completeness.appendedTo('site-1')).toBe(NO_STREAM);
  });
});

describe('a new stream on EventStoreDB', () => {
  it('starts new streams without a read once deletions are known, unless the stream was deleted', async () => {
    const other = open();
    await other.append('gone-1', NO_STREAM, [newEvent()]);
    await double.remove('gone-1', 'soft deleted');
    const store = await openDeciding();
    await other.append('gone-2', NO_STREAM, [newEvent()]);
    let n = 0;
    await expect
      .poll(async () => {
        const before = await reads();
        await store.append(`new-${n++}`, NO_STREAM, [newEvent()]);
        return (await reads()) - before;
      })
      .toBe(0);
    await confirmed(store.completeness);
    await double.remove('gone-2', 'soft deleted');
    const head = await store.head();
    for (const stream of ['gone-1', 'gone-2']) {
      const again = store.append(stream, NO_STREAM, [newEvent()]);
      await expect(again).rejects.toMatchObject({ name: 'HistoryIncomplete' });
    }
    expect(await store.head()).toBe(head);
  });
});
