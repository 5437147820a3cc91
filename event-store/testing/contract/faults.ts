// biome-ignore lint/style/noRestrictedImports: connections of real servers are cut while appends are under way
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  type Appended,
  type EventStore,
  type NewEvent,
  NO_STREAM,
  OutcomeUnknown,
  StoreUnavailable,
} from '../../port.ts';
import { type Bench, collect, newEvent } from './bench.ts';

export function describeFaults({ store, current, faults, hasFaults, signal }: Bench): void {
  describe('faults', () => {
    it('a closed store refuses calls after it has finished accepted ones', async () => {
      const closing = await current().another();
      const accepted = Array.from({ length: 20 }, (_, n) => closing.append(`closing-${n}`, NO_STREAM, [newEvent()]));
      await closing.close();
      await Promise.all(accepted);
      await expect(closing.append('site-1', NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(closing.head()).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await store().readAll(0n, 100)).toHaveLength(20);
    });
    if (!hasFaults) return;

    it('an append with a lost answer is stored once, and a retry returns its position', async () => {
      for (let n = 0; n < 5; n++) {
        const losing = await faults().losingNextAnswer();
        const appended = await losing.append('lost-1', n - 1, [newEvent(n)]);
        expect(appended.revision).toBe(n);
      }
      expect((await store().readStream('lost-1')).map(({ data }) => data)).toEqual([0, 1, 2, 3, 4]);
    });

    it('connections lost again and again during appends: each stands exactly once', async () => {
      const other = await current().another();
      const [writers, each] = [16, 8];
      const seen = collect(other, { count: writers * each, signal: signal() });
      let writing = true;
      let cuts = 0;
      let answered = 0;
      const cutting = (async () => {
        while (writing) {
          await sleep(15);
          await faults().loseConnections();
          cuts++;
          // A busy machine may need longer for an append than until the next cut.
          for (const before = answered; writing && answered === before; ) await sleep(1);
        }
      })();
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          const through = writer % 2 === 0 ? store() : other;
          for (let n = 0; n < each; n++) {
            while (writing && cuts < n / 4) await sleep(1);
            const appended = await appendUntilAnswered(through, `cut-${writer}`, n - 1, newEvent(n), signal());
            answered++;
            expect(appended.revision).toBe(n);
            await sleep(5);
          }
        }),
      ).finally(() => {
        writing = false;
      });
      await cutting;
      expect(cuts).toBeGreaterThan(1);
      const all = await collect(store(), { count: writers * each, signal: signal() });
      expect(all).toHaveLength(writers * each);
      expect(await seen).toEqual(all);
      for (let writer = 0; writer < writers; writer++) {
        const numbers = (await store().readStream(`cut-${writer}`)).map(({ data }) => data);
        expect(numbers).toEqual([...Array(each).keys()]);
      }
    }, 240_000);

    it('a waiting subscriber gets later events after a lost connection', async () => {
      const other = await current().another();
      const seen = collect(store(), { count: 2, signal: signal() });
      await other.append('after-1', NO_STREAM, [newEvent(0)]);
      await sleep(200);
      await faults().loseConnections();
      await other.append('after-1', 0, [newEvent(1)]);
      expect((await seen).map(({ data }) => data)).toEqual([0, 1]);
    });

    it('an unavailable server is distinguished from an unknown outcome, and ends no subscription', async () => {
      const unreachable = await faults().unreachable();
      await expect(unreachable.append('site-1', NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(unreachable.readStream('site-1')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(unreachable.head()).rejects.toBeInstanceOf(StoreUnavailable);
      const stop = new AbortController();
      const reading = collect(unreachable, { count: 1, signal: stop.signal });
      expect(await Promise.race([reading, sleep(500, 'still trying')])).toBe('still trying');
      stop.abort();
      expect(await reading).toEqual([]);
    }, 240_000);
  });
}

/** Retries as a caller does: after both errors the same append may be repeated. */
async function appendUntilAnswered(
  store: EventStore,
  stream: string,
  expectedRevision: number,
  event: NewEvent,
  signal: AbortSignal,
): Promise<Appended> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await store.append(stream, expectedRevision, [event]);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown || error instanceof StoreUnavailable)) throw error;
    }
  }
}
