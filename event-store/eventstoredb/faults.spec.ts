import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type EventStore, HistoryChanged, NO_STREAM, OutcomeUnknown, StoreUnavailable } from '../port.ts';
import { collect, newEvent } from '../testing/contract/bench.ts';
import { startEventStoreDbDouble } from '../testing/event-store-db-double/double.ts';
import { openEventStoreDb } from './event-store-db.ts';
import type { Timing } from './timing.ts';

/** Long limits, which a busy machine does not reach either, and short pauses. */
const PATIENT: Partial<Timing> = {
  ...{ callMs: 20_000, graceMs: 100, settleMs: 50_000, reachMs: 50_000, silenceMs: 150, lateMs: 20_000 },
  pauses: { first: 20, longest: 200 },
};
const shared = await startEventStoreDbDouble();
afterAll(() => shared.close());

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function setUp(options: { nodes?: number; timing?: Partial<Timing> } = {}) {
  const double = options.nodes === undefined ? shared : await startEventStoreDbDouble(options);
  if (double === shared) await double.reset();
  else cleanups.push(double.close);
  const told: string[] = [];
  const logger = { info: (text: string) => told.push(text), warn: (text: string) => told.push(text) };
  const open = (url = double.urls[0], timing = options.timing, timers = systemTimers): EventStore => {
    const store = openEventStoreDb({ url, logger, timing: { ...PATIENT, ...timing }, timers });
    cleanups.push(() => store.close());
    return store;
  };
  const over = new AbortController();
  cleanups.push(async () => over.abort());
  return { double, open, store: open(), told, signal: over.signal };
}

/** A port that accepts connections and never answers. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    cleanups.push(async () => socket.destroy());
  }).listen(0, '127.0.0.1');
  cleanups.push(async () => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Its connections until `freeze` stay open and silent then, as those of a frozen leader; later ones work, as to the next leader. */
async function startFreezingProxy(target: number) {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}));
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

const SLOW = 'event store: a subscription could not keep up with the appends; it catches up by reads';

/** One append after the other, of five events: some thousand events a second. */
async function appendQuickly(store: EventStore, from: number, count: number): Promise<void> {
  const text = 'x'.repeat(500);
  for (let n = from; n < from + count; n += 5) {
    await store.append(
      'busy-1',
      n - 1,
      Array.from({ length: 5 }, (_, i) => newEvent({ n: n + i, text })),
    );
  }
}

/** Follows a store, and can be made to stay with the batch that it has. */
class Consumer {
  /** The numbers of the events, in the order in which they came. */
  readonly seen: number[] = [];
  private paused = Promise.resolve();
  goOn = () => {};

  constructor(store: EventStore, signal: AbortSignal) {
    void this.follow(store, signal);
  }

  pause(): void {
    this.paused = new Promise((resolve) => {
      this.goOn = resolve;
    });
  }

  private async follow(store: EventStore, signal: AbortSignal): Promise<void> {
    for await (const batch of store.subscribe({ afterPosition: 0n, batchSize: 500, signal })) {
      this.seen.push(...batch.map(({ data }) => (data as { n: number }).n));
      await this.paused;
    }
  }
}

const numbers = (events: readonly { data: unknown }[]) => events.map(({ data }) => data);

describe('an append to EventStoreDB', () => {
  it.each([
    ['the connection is cut before it is done', { cutNextAppend: 'before' }],
    ['the connection is cut after it is done', { cutNextAppend: 'after' }],
    ['the server restarts before it is done', { crashAtNextAppend: { when: 'before', downMs: 300 } }],
    ['the server restarts after it is done', { crashAtNextAppend: { when: 'after', downMs: 300 } }],
    ['the server says that it timed out', { timeOutNextAppend: true }],
    ['the server is not ready', { notReady: 3 }],
  ] as const)('stands once when %s', async (_, fault) => {
    const { double, store } = await setUp();
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    await double.setFaults(fault);
    const appended = await store.append('site-1', 0, [newEvent(1), newEvent(2)]);
    const stored = await store.readStream('site-1');
    expect(numbers(stored)).toEqual([0, 1, 2]);
    expect(appended).toEqual({ revision: 2, position: stored[2]?.position });
  });

  it('is recognised by its event ids when the server has forgotten them', async () => {
    const { double, store } = await setUp();
    await double.forgetIds();
    await double.setFaults({ cutNextAppend: 'after' });
    const events = [newEvent(0), newEvent(1)];
    const appended = await store.append('site-1', NO_STREAM, events);
    await store.append('site-1', 1, [newEvent(2)]);
    expect(await store.append('site-1', NO_STREAM, events)).toEqual(appended);
    await expect(store.append('site-1', NO_STREAM, [newEvent(0), newEvent(1)])).rejects.toMatchObject({ actual: 2 });
    expect(await store.readAll(0n, 100)).toHaveLength(3);
  });

  it('gets its position if the server omits it', async () => {
    const { double, store } = await setUp();
    const events = [newEvent(0), newEvent(1)];
    const appended = await store.append('site-1', NO_STREAM, events);
    await double.setFaults({ withoutPositions: true });
    expect(await store.append('site-1', NO_STREAM, events)).toEqual(appended);
  });

  it('has an unknown outcome without an answer, within the deadline, and a retry settles it', async () => {
    const { double, store, open } = await setUp();
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    await double.setFaults({ mute: true });
    const events = [newEvent(1)];
    // Patient until it is sent: a busy machine takes long to connect.
    const hasty = open(double.urls[0], { callMs: 400, settleMs: 0 });
    await expect(hasty.append('site-1', 0, events)).rejects.toBeInstanceOf(OutcomeUnknown);
    await double.setFaults({ mute: false });
    expect(await store.append('site-1', 0, events)).toMatchObject({ revision: 1 });
    expect(await store.readStream('site-1')).toHaveLength(2);
  });

  it.each([
    ['read the last event', 0],
    ['asked whether the stream was deleted', NO_STREAM],
  ])('is not sent where the process was suspended after it had %s', async (_, expected) => {
    const { double, open, store: other } = await setUp();
    const last = newEvent(0);
    if (expected !== NO_STREAM) await other.append('site-1', NO_STREAM, [last]);
    let suspendedMs = 0;
    const store = open(double.urls[0], {}, { ...systemTimers, now: () => systemTimers.now() + suspendedMs });
    const sentBefore = (await double.seen()).calls;
    const seen = expected === NO_STREAM ? undefined : last.eventId;
    const late = store.append('site-1', expected, [newEvent(1)], { seen });
    suspendedMs = 65_000;
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await other.readStream('site-1')).toHaveLength(expected + 1);
    expect((await double.seen()).calls.append).toBe(sentBefore.append);
  });

  it('leaves a server that freezes before its time is up, by the keep-alive of its connection', async () => {
    const { double, open } = await setUp();
    const proxy = await startFreezingProxy(double.ports[0] as number);
    cleanups.push(proxy.close);
    // Without keep-alive the first call would end after the test.
    const store = open(`esdb://127.0.0.1:${proxy.port}?tls=false`, { callMs: 3_600_000, settleMs: 3_600_000 });
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    proxy.freeze();
    expect(await store.append('site-1', 0, [newEvent(1)])).toMatchObject({ revision: 1 });
  });

  it('goes to the leader, also after a failover', async () => {
    const { double, store, open } = await setUp({ nodes: 3 });
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    await double.setLeader(2);
    await store.append('site-1', 0, [newEvent(1)]);
    await double.setLeader(1);
    expect(numbers(await store.readStream('site-1'))).toEqual([0, 1]);
    expect(await store.head()).toBe((await store.readStream('site-1'))[1]?.position);
    const discovering = open(`esdb://127.0.0.1:${double.ports[0]},127.0.0.1:${double.ports[2]}?tls=false`);
    await discovering.append('site-1', 1, [newEvent(2)]);
    expect((await double.seen()).calls.gossip).toBeGreaterThan(0);
    expect(numbers(await store.readStream('site-1'))).toEqual([0, 1, 2]);
  });

  it('stands once where another server leads while many are under way on one call', async () => {
    const { double, store } = await setUp({ nodes: 3 });
    await store.append('site-0', NO_STREAM, [newEvent(0)]);
    await double.setFaults({ slowAppendsMs: 20 });
    const appends = Array.from({ length: 200 }, async (_, n) => {
      if (n === 100) await double.setLeader(2);
      return store.append(`site-${n + 1}`, NO_STREAM, [newEvent(n + 1)]);
    });
    await Promise.all(appends);
    const all = await store.readAll(0n, 1_000);
    expect(numbers(all).sort((a, b) => Number(a) - Number(b))).toEqual([...Array(201).keys()]);
    // One call to the old leader, one to the new one.
    expect((await double.seen()).calls.batchAppend).toBe(2);
  });

  it('has no unhandled rejection if the leader is found after the client was closed', async () => {
    const { double, open } = await setUp({ nodes: 1, timing: { callMs: 400, settleMs: 500, reachMs: 1_000 } });
    const silent = await Promise.all([1, 2, 3].map(() => silentPort()));
    const unhandled: unknown[] = [];
    const listener = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', listener);
    cleanups.push(async () => process.off('unhandledRejection', listener));
    const hosts = [...silent, ...double.ports].map((port) => `127.0.0.1:${port}`).join();
    const stores = Array.from({ length: 6 }, () => open(`esdb://${hosts}?tls=false`));
    await Promise.allSettled(stores.map((store) => store.append('site-1', NO_STREAM, [newEvent()])));
    // Each of the discoveries ends at the only host that answers.
    await expect.poll(async () => (await double.seen()).calls.gossip).toBeGreaterThanOrEqual(6);
    await Promise.allSettled(stores.map((store) => store.close()));
    expect(unhandled).toEqual([]);
  });

  it('waits its turn among many, so that no connection has more calls than it carries', async () => {
    const { double, store } = await setUp();
    await double.setFaults({ slowAppendsMs: 30 });
    await Promise.all(Array.from({ length: 300 }, (_, n) => store.append(`many-${n}`, NO_STREAM, [newEvent(n)])));
    const { appendsAtOnce, calls } = await double.seen();
    expect(appendsAtOnce).toBeGreaterThan(10);
    expect(appendsAtOnce).toBeLessThanOrEqual(64);
    // The client's shared state and its calls without deadlines are not used.
    expect(calls.unimplemented).toBeUndefined();
    expect(Object.keys(calls).sort()).toEqual(['append', 'batchAppend', 'read']);
    // All on one call, each after a check whether its new stream was deleted.
    expect(calls).toMatchObject({ batchAppend: 1, read: 300 });
  });

  it('harms no other one when its connection dies: two stores in one process', async () => {
    const { double, store } = await setUp();
    const second = await setUp({ nodes: 1 });
    await second.double.setFaults({ slowAppendsMs: 300 });
    const healthy = second.store.append('site-1', NO_STREAM, [newEvent('healthy')]);
    await double.setFaults({ cutNextAppend: 'after' });
    await store.append('site-1', NO_STREAM, [newEvent('dying')]);
    expect(await healthy).toMatchObject({ revision: 0 });
    expect((await second.double.seen()).calls.append).toBe(1);
    expect(await second.store.append('site-1', 0, [newEvent()])).toMatchObject({ revision: 1 });
  });

  it('is refused with the server’s limit if it is too large', async () => {
    const { store } = await setUp();
    const half = { text: 'x'.repeat(600_000) };
    await expect(store.append('site-1', NO_STREAM, [newEvent(half), newEvent(half)])).rejects.toThrow(
      /at most 1048576 bytes in one append/,
    );
    expect(await store.readStream('site-1')).toEqual([]);
    expect(await store.append('site-1', NO_STREAM, [newEvent(half)])).toMatchObject({ revision: 0 });
  });

  it('takes no name of the server’s own', async () => {
    const { store } = await setUp();
    await expect(store.append('$site-1', NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(TypeError);
    await expect(store.append('site-1', NO_STREAM, [newEvent({}, '$Happened')])).rejects.toBeInstanceOf(TypeError);
  });
});

describe('reading EventStoreDB', () => {
  it('gives streams of several pages whole, also while connections are lost', async () => {
    const { double, store } = await setUp({ timing: { callMs: 3_000 } });
    for (let n = 0; n < 1_200; n += 300) {
      await store.append(
        'long-1',
        n - 1,
        Array.from({ length: 300 }, (_, index) => newEvent(n + index)),
      );
    }
    const cutting = (async () => {
      for (let n = 0; n < 5; n++) await sleep(10).then(() => double.cutConnections());
    })();
    expect(numbers(await store.readStream('long-1', 7))).toEqual(Array.from({ length: 1_193 }, (_, n) => n + 7));
    expect(numbers(await store.readAll(0n, 1_150))).toEqual([...Array(1_150).keys()]);
    await cutting;
    await expect.poll(async () => (await double.seen()).openReads).toBe(0);
  });

  it('skips the server’s own events, and searches the head no further back than before', async () => {
    const { double, store } = await setUp();
    expect(await store.head()).toBe(0n);
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    await double.appendSystemEvents(700);
    await store.append('site-1', 0, [newEvent(1)]);
    await double.appendSystemEvents(2_000);
    const all = await store.readAll(0n, 10);
    expect(numbers(all)).toEqual([0, 1]);
    expect(await store.head()).toBe(all[1]?.position);
    const { calls } = await double.seen();
    expect(await store.head()).toBe(all[1]?.position);
    expect((await double.seen()).calls.read).toBe((calls.read ?? 0) + 1);
    expect(numbers(await store.readAll(all[0]?.position ?? 0n, 10))).toEqual([1]);
  });

  it('accepts the position before an event’s own, and refuses positions without an event', async () => {
    const { store } = await setUp();
    await store.append('site-1', NO_STREAM, [newEvent(0), newEvent(1)]);
    const [first, second] = await store.readAll(0n, 2);
    expect(numbers(await store.readAll((second?.position ?? 0n) - 1n, 1))).toEqual([1]);
    await expect(store.readAll((first?.position ?? 0n) + 7n, 1)).rejects.toBeInstanceOf(RangeError);
  });

  it('does not decide on streams that were deleted or truncated outside of the product', async () => {
    const { double, store } = await setUp();
    for (const stream of ['gone-1', 'buried-1', 'cut-1']) {
      await store.append(stream, NO_STREAM, [newEvent(0), newEvent(1), newEvent(2)]);
    }
    await double.remove('gone-1', 'soft deleted');
    await double.remove('buried-1', 'tombstone');
    await double.truncate('cut-1', 2);
    const incomplete = { name: 'HistoryIncomplete' };
    const head = await store.head();
    await expect(store.append('gone-1', NO_STREAM, [newEvent(3)])).rejects.toMatchObject(incomplete);
    await expect(store.readStream('gone-1')).rejects.toMatchObject(incomplete);
    expect(await store.head()).toBe(head);
    await expect(store.readStream('buried-1')).rejects.toMatchObject(incomplete);
    await expect(store.append('buried-1', 2, [newEvent(3)])).rejects.toMatchObject(incomplete);
    await expect(store.readStream('cut-1')).rejects.toMatchObject(incomplete);
    expect(numbers(await store.readStream('cut-1', 2))).toEqual([2]);
  });

  it('without an answer is tried again, and ends with its deadline or its store; the server gets its cancellation', async () => {
    const { double, store, open } = await setUp({ timing: { callMs: 200 } });
    await double.setFaults({ mute: true });
    await expect(open(double.urls[0], { callMs: 200, reachMs: 0 }).readAll(0n, 1)).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    const { read: before = 0 } = (await double.seen()).calls;
    const reading = store.readStream('site-1');
    await expect.poll(async () => (await double.seen()).calls.read).toBeGreaterThan(before + 1);
    await store.close();
    await expect(reading).rejects.toBeInstanceOf(StoreUnavailable);
    await expect.poll(async () => (await double.seen()).openReads).toBe(0);
  });
});

describe('subscribing to EventStoreDB', () => {
  it('gets everything once over cuts, restarts and repeated events, in order', async () => {
    const { double, store, open, signal } = await setUp({ timing: { callMs: 2_000 } });
    const seen = collect(open(), { count: 400, batchSize: 9, signal });
    await double.setFaults({ repeating: true });
    for (let n = 0; n < 400; n++) {
      if (n % 50 === 20) await double.cutConnections();
      if (n === 200) await double.setFaults({ crashAtNextAppend: { when: 'after', downMs: 200 } });
      if (n % 97 === 0) await double.appendSystemEvents(40);
      await store.append('busy-1', n - 1, [newEvent(n)]);
    }
    expect(numbers(await seen)).toEqual([...Array(400).keys()]);
    // An unsubscribed consumer leaves no open call.
    await expect.poll(async () => (await double.seen()).openReads).toBe(0);
  });

  it('detects a silent subscription, and reopens it', async () => {
    const { double, store, open, told, signal } = await setUp({ timing: { lateMs: 150 } });
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    const reader = open();
    const first = collect(reader, { count: 2, signal });
    await expect.poll(async () => (await double.seen()).openSubscriptions).toBe(1);
    await double.setFaults({ stalled: true });
    await store.append('site-1', 0, [newEvent(1)]);
    // It reads before it subscribes again, so the second line may follow at once.
    await expect.poll(() => told[0]).toBe('event store: a subscription was lost: it keeps what the store has');
    await double.setFaults({ stalled: false });
    expect(numbers(await first)).toEqual([0, 1]);
    expect(told).toHaveLength(2);
  });

  it('stays open without events of the product, despite the server’s own events', async () => {
    // A server of its own: gRPC tries on for a while for clients that others closed while their server was away.
    const { double, store, open, told, signal } = await setUp({ nodes: 1 });
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    const seen = collect(open(), { count: 2, signal });
    await expect.poll(async () => (await double.seen()).openSubscriptions).toBe(1);
    const { connections } = await double.seen();
    await double.appendSystemEvents(100);
    await sleep(800);
    expect((await double.seen()).connections).toBeLessThanOrEqual(connections + 1);
    await store.append('site-1', 0, [newEvent(1)]);
    expect(numbers(await seen)).toEqual([0, 1]);
    expect(told).toEqual([]);
  });

  it.each([
    ['reads on while its consumer handles a batch', { bursts: [2_000], told: [] }],
    [
      'catches up by reads where it cannot keep up, and tells at most once a minute',
      { bursts: [6_000, 6_000], told: [SLOW] },
    ],
  ])(
    '%s',
    async (_, { bursts, told: expected }) => {
      const begun = performance.now();
      const { double, store, open, told, signal } = await setUp();
      await store.append('busy-1', NO_STREAM, [newEvent({ n: 0 })]);
      const consumer = new Consumer(open(), signal);
      for (const burst of bursts) {
        await expect.poll(async () => (await double.seen()).openSubscriptions).toBe(1);
        const from = consumer.seen.length;
        consumer.pause();
        await appendQuickly(store, from, burst);
        consumer.goOn();
        await expect.poll(() => consumer.seen.length, { timeout: 120_000 }).toBe(from + burst);
      }
      expect(consumer.seen).toEqual([...consumer.seen.keys()]);
      // A busy machine may take longer than a minute, and then tell how often more it was.
      expect(new Set(told.map((line) => line.slice(0, SLOW.length)))).toEqual(new Set(expected));
      expect(told.length).toBeLessThanOrEqual(1 + (performance.now() - begun) / 60_000);
    },
    300_000,
  );

  it('catches up by reads where the server ends a subscription that is too slow', async () => {
    const { double, store, open, told, signal } = await setUp();
    const consumer = new Consumer(open(), signal);
    await expect.poll(async () => (await double.seen()).openSubscriptions).toBe(1);
    const bursts = Array.from({ length: 5 }, () => double.appendSystemEvents(3_000));
    await store.append('busy-1', NO_STREAM, [newEvent({ n: 0 })]);
    await Promise.all(bursts);
    await expect.poll(() => consumer.seen).toEqual([0]);
    expect(told).toEqual([SLOW]);
  });

  it('supports more subscriptions than a connection carries', async () => {
    const { double, store, open, signal } = await setUp({ timing: { silenceMs: 30_000 } });
    const reader = open();
    const seen = Array.from({ length: 120 }, () => collect(reader, { count: 1, signal }));
    await expect.poll(async () => (await double.seen()).openReads).toBe(120);
    await store.append('site-1', NO_STREAM, [newEvent(0)]);
    expect((await Promise.all(seen)).map(({ length }) => length)).toEqual(Array(120).fill(1));
    expect(await reader.readStream('site-1')).toHaveLength(1);
  });

  it('leaves no connection open once it is closed', async () => {
    const { double, open, signal } = await setUp();
    const reader = open();
    const reading = collect(reader, { count: 1, signal });
    await reader.head();
    await expect.poll(async () => (await double.seen()).openReads).toBe(1);
    await reader.close();
    expect(await reading).toEqual([]);
    await expect.poll(async () => (await double.seen()).openConnections).toBe(0);
  });
});

describe('an EventStoreDB that has lost events', () => {
  /** Three events, known to a store that reads and appends, and then a server that has forgotten them. */
  async function restored(others: number) {
    const { double, store, open, signal } = await setUp({ timing: { callMs: 2_000 } });
    const events = [newEvent(0), newEvent(1), newEvent(2)];
    for (const [n, event] of events.entries())
      await store.append('site-1', n - 1, [event], { seen: events[n - 1]?.eventId });
    const following = store.subscribe({ afterPosition: 0n, batchSize: 10, signal })[Symbol.asyncIterator]();
    for (let given = 0; given < 3; ) given += (await following.next()).value?.length ?? 0;
    const next = following.next();
    next.catch(() => {});
    await double.reset();
    const other = open();
    for (let n = 0; n < others; n++) await other.append('site-1', n - 1, [newEvent(`other ${n}`)]);
    return { store, following: next, seen: events[2]?.eventId };
  }

  it.each([0, 3, 5])('takes no append on what it has lost, with %i other events in its place', async (others) => {
    const { store, seen } = await restored(others);
    await expect(store.append('site-1', 2, [newEvent()], { seen })).rejects.toBeInstanceOf(HistoryChanged);
    expect(await store.readStream('site-1')).toHaveLength(others);
  });

  it.each([0, 8])('ends the subscription, with %i other events in its place', async (others) => {
    const { following } = await restored(others);
    await expect(following).rejects.toBeInstanceOf(HistoryChanged);
  });
});
