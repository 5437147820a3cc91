import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStore, type HeadEvent, NO_STREAM } from '../port.ts';
import { newEvent } from '../testing/contract/bench.ts';
import { follow } from '../testing/contract/news.ts';
import { startEventStoreDbDouble } from '../testing/event-store-db-double/double.ts';
import { openEventStoreDb } from './event-store-db.ts';
import { SeenLog } from './seen-log.ts';

const cleanups: (() => Promise<void>)[] = [];
const double = await startEventStoreDbDouble();
beforeEach(() => double.reset());
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
afterAll(() => double.close());

function open(timers: Timers = systemTimers): EventStore {
  const store = openEventStoreDb({ url: double.urls[0], timing: { pauses: { first: 10, longest: 50 } }, timers });
  cleanups.push(() => store.close());
  return store;
}
/** A store of a deciding process, which knows appended and deleted streams. */
async function openDeciding(timers?: Timers) {
  const store = open(timers);
  const news = follow(store);
  await news.known();
  return { store, ...news };
}
const reads = async () => (await double.seen()).calls.read ?? 0;

describe('news on EventStoreDB', () => {
  it('cost one read for concurrent callers', async () => {
    const { store, head } = await openDeciding();
    const before = await reads();
    const answers = await Promise.all(Array.from({ length: 100 }, () => store.news(head())));
    expect(answers.map(({ headers }) => headers)).toEqual(Array(100).fill([]));
    expect((await reads()) - before).toBe(1);
  });

  it('are unknown while the subscription keeps back what others have stored, and known once it has brought it', async () => {
    const timers = new ManualTimers();
    const [other, { next, known }] = [open(), await openDeciding(timers)];
    await double.setFaults({ stalled: true });
    await other.append('site-1', NO_STREAM, [newEvent()]);
    const first = next();
    await timers.untilSet(250);
    await timers.advance(250);
    expect(await first).toBeNull();
    // No time passes: it does not wait again.
    expect(await next()).toBeNull();
    await double.setFaults({ stalled: false });
    await other.append('site-1', 0, [newEvent()]);
    expect((await known()).at(-1)).toMatchObject({ stream: 'site-1', revision: 1 });
  });

  it('are unknown when the store has gone back, even if another event has the same position', async () => {
    const { store, known, next } = await openDeciding();
    const { position } = await store.append('site-1', NO_STREAM, [newEvent('was')]);
    await known();
    await double.reset();
    const other = open();
    expect((await other.append('site-1', NO_STREAM, [newEvent('now')])).position).toBe(position);
    expect(await next()).toBeNull();
    await known();
    await other.append('site-1', 0, [newEvent()]);
    expect((await known()).at(-1)).toMatchObject({ stream: 'site-1', revision: 1 });
  });

  it('are known once the server has lost all, and only events of its own come after', async () => {
    await open().append('site-1', NO_STREAM, [newEvent()]);
    const { store, next, known } = await openDeciding();
    expect(await store.head()).toBeGreaterThan(0n);
    await double.reset();
    expect(await store.head()).toBe(0n);
    expect(await next()).toBeNull();
    expect(await known()).toEqual([]);
  });

  it('do not end the subscription where the answer about the newest event is slow, however many came meanwhile', async () => {
    const events = Array.from({ length: 3_000 }, (_, n) => ({
      ...{ ...newEvent(n), stream: `site-${n}`, revision: 0, position: BigInt(n + 1), eventId: `event ${n + 1}` },
    }));
    let newest: HeadEvent = { position: 0n, eventId: null };
    const closing = new AbortController();
    cleanups.push(async () => closing.abort());
    let subscriptions = 0;
    const log = new SeenLog({
      newest: async () => newest,
      async *subscribe(_, signal) {
        subscriptions += 1;
        yield events;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
      closing: closing.signal,
      timers: systemTimers,
    });
    await expect.poll(async () => (await log.news(null)).head.position).toBe(3_000n);
    // The server answered before the subscription brought 2,999 more.
    newest = { position: 1n, eventId: 'event 1' };
    expect((await log.news({ position: 2_999n, eventId: 'event 2999' })).headers).toBeNull();
    newest = { position: 3_000n, eventId: 'event 3000' };
    expect((await log.news({ position: 2_999n, eventId: 'event 2999' })).headers).toHaveLength(1);
    expect(subscriptions).toBe(1);
  });
});

describe('events of others on EventStoreDB', () => {
  it('come by the subscription, after a first one, also where the connection is lost', async () => {
    const [other, { store, known }] = [open(), await openDeciding()];
    const told: unknown[] = [];
    store.followOthers?.((events) => told.push(events?.map(({ stream, revision }) => `${stream} ${revision}`) ?? null));
    for (let n = 0; n < 3; n += 1) {
      await other.append('site-1', n - 1, [newEvent()]);
      await known();
      if (n === 1) await double.cutConnections();
    }
    expect(told).toEqual([null, ['site-1 1'], ['site-1 2']]);
  });
});

describe('a new stream on EventStoreDB', () => {
  it('starts new streams without a read once deletions are known, unless the stream was deleted', async () => {
    const other = open();
    await other.append('gone-1', NO_STREAM, [newEvent()]);
    await double.remove('gone-1', 'soft deleted');
    const { store, known } = await openDeciding();
    await other.append('gone-2', NO_STREAM, [newEvent()]);
    let n = 0;
    await expect
      .poll(async () => {
        const before = await reads();
        await store.append(`new-${n++}`, NO_STREAM, [newEvent()]);
        return (await reads()) - before;
      })
      .toBe(0);
    await known();
    await double.remove('gone-2', 'soft deleted');
    const head = await store.head();
    for (const stream of ['gone-1', 'gone-2']) {
      const again = store.append(stream, NO_STREAM, [newEvent()]);
      await expect(again).rejects.toMatchObject({ name: 'HistoryIncomplete' });
    }
    expect(await store.head()).toBe(head);
  });
});
