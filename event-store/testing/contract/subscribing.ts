import { describe, expect, it } from 'vitest';
import { NO_STREAM, type StoredEvent } from '../../port.ts';
import { type Bench, collect, newEvent } from './bench.ts';

const turn = () => new Promise((done) => setImmediate(done));

export function describeSubscribing({ store, current, signal }: Bench): void {
  describe('subscribe', () => {
    it('delivers past events in batches up to the requested size, then live ones', async () => {
      await store().append(
        'site-1',
        NO_STREAM,
        Array.from({ length: 5 }, (_, n) => newEvent(n)),
      );
      const batches: StoredEvent[][] = [];
      for await (const batch of store().subscribe({ afterPosition: 0n, batchSize: 2, signal: signal() })) {
        batches.push([...batch]);
        const count = batches.flat().length;
        if (count === 5) await store().append('site-1', 4, [newEvent(5)]);
        if (count === 6) break;
      }
      expect(batches.flat()).toEqual(await store().readAll(0n, 10));
      // The batching of live events depends on the engine.
      expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(2);
    });

    it('starts after a position', async () => {
      await store().append('site-1', NO_STREAM, [newEvent(0), newEvent(1), newEvent(2)]);
      const [first] = await store().readAll(0n, 1);
      const afterPosition = first?.position ?? 0n;
      const seen = await collect(store(), { count: 2, afterPosition, signal: signal() });
      expect(seen.map(({ data }) => data)).toEqual([1, 2]);
    });

    it('gives a waiting subscriber an event at once, its own process or not', async () => {
      const other = await current().another();
      const seen = collect(store(), { count: 20, signal: signal() });
      await turn();
      const tookMs: number[] = [];
      for (let n = 0; n < 20; n++) {
        const writer = n % 2 === 0 ? store() : other;
        // biome-ignore lint/style/noRestrictedGlobals: a delivery without a notification takes the 5 s of a poll, and nothing else shows it
        const started = performance.now();
        const next = collect(store(), { count: 1, afterPosition: await store().head(), signal: signal() });
        await writer.append(`live-${n}`, NO_STREAM, [newEvent(n)]);
        expect((await next).map(({ data }) => data)).toEqual([n]);
        // biome-ignore lint/style/noRestrictedGlobals: a delivery without a notification takes the 5 s of a poll, and nothing else shows it
        tookMs.push(performance.now() - started);
      }
      // Stores poll every 5 s if no notification arrives. A busy machine delays a few, but not the half from one process.
      expect(tookMs.filter((ms) => ms > 4_000).length, 'events without a notification').toBeLessThan(5);
      expect((await seen).map(({ data }) => data)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    });

    it('neither loses nor repeats events between past and live', async () => {
      const total = 120;
      let written = 0;
      const writing = (async () => {
        for (; written < total; written++) await store().append('busy-1', written - 1, [newEvent(written)]);
      })();
      const starts = [0, 20, 60].map(async (least) => {
        while (written < least) await turn();
        return collect(store(), { count: total, batchSize: 7, signal: signal() });
      });
      await writing;
      for (const seen of await Promise.all(starts)) {
        expect(seen.map(({ data }) => data)).toEqual(Array.from({ length: total }, (_, n) => n));
      }
    });

    it('ends when its signal aborts, also while it waits', async () => {
      const stop = new AbortController();
      await store().append('site-1', NO_STREAM, [newEvent()]);
      let batches = 0;
      const reading = (async () => {
        for await (const _ of store().subscribe({ afterPosition: 0n, batchSize: 10, signal: stop.signal })) batches++;
      })();
      await expect.poll(() => batches).toBe(1);
      await turn();
      stop.abort();
      await reading;
      await store().append('site-1', 0, [newEvent()]);
      expect(batches).toBe(1);
    });

    it('delivers nothing if its signal has already aborted', async () => {
      await store().append('site-1', NO_STREAM, [newEvent()]);
      expect(await collect(store(), { count: 1, signal: AbortSignal.abort() })).toEqual([]);
    });

    it('ends when the store is closed', async () => {
      const closing = await current().another();
      const reading = collect(closing, { count: 1, signal: signal() });
      await turn();
      await closing.close();
      expect(await reading).toEqual([]);
    });
  });
}
