import { describe, expect, it } from 'vitest';
import { type EventStore, NO_STREAM, RevisionConflict } from '../../port.ts';
import { type Bench, collect, newEvent } from './bench.ts';

const succeeded = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

export function describeConcurrency({ store, current, signal }: Bench): void {
  describe('concurrent writers', () => {
    it('racing with the same expected revision: exactly one wins, in one process and in two', async () => {
      const other = await current().another();
      for (let round = 0; round < 10; round++) {
        const racers = [store(), store(), other, other, store()];
        const results = await Promise.allSettled(racers.map((each) => each.append('race-1', round - 1, [newEvent()])));
        expect(succeeded(results)).toBe(1);
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RevisionConflict);
        }
      }
      expect((await store().readStream('race-1')).map(({ revision }) => revision)).toEqual([...Array(10).keys()]);
    });

    it('with the same events: all get the same position', async () => {
      const other = await current().another();
      const events = [newEvent(), newEvent()];
      const answers = await Promise.all(
        [store(), other, store(), other].map((each) => each.append('same-1', NO_STREAM, events)),
      );
      expect(new Set(answers.map(({ revision, position }) => `${revision} ${position}`)).size).toBe(1);
      expect(await store().readStream('same-1')).toHaveLength(2);
    });

    it('keep a limit that is decided on the stream', async () => {
      const other = await current().another();
      const limit = 3;
      const redeem = async (through: EventStore): Promise<boolean> => {
        for (;;) {
          signal().throwIfAborted();
          const past = await through.readStream('limited-1');
          if (past.length >= limit) return false;
          try {
            await through.append('limited-1', past.length - 1, [newEvent()]);
            return true;
          } catch (error) {
            if (!(error instanceof RevisionConflict)) throw error;
          }
        }
      };
      const results = await Promise.all(Array.from({ length: 40 }, (_, n) => redeem(n % 2 ? store() : other)));
      expect(results.filter(Boolean)).toHaveLength(limit);
      expect(await store().readStream('limited-1')).toHaveLength(limit);
    });

    it('sent at once, conflicts among them: each gets its own answer', async () => {
      await store().append('mixed-0', NO_STREAM, [newEvent()]);
      const expectations = Array.from({ length: 60 }, (_, n) => ({
        stream: `mixed-${n}`,
        good: n !== 0 && n % 3 !== 1,
      }));
      const results = await Promise.allSettled(
        expectations.map(({ stream, good }) =>
          store().append(stream, good || stream === 'mixed-0' ? NO_STREAM : 4, [newEvent(stream), newEvent(stream)]),
        ),
      );
      expect(results.map(({ status }) => status === 'fulfilled')).toEqual(expectations.map(({ good }) => good));
      const all = await store().readAll(0n, 1000);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RevisionConflict);
        else expect(all.find(({ position }) => position === result.value.position)).toMatchObject(result.value);
      }
      expect(all).toHaveLength(1 + 2 * expectations.filter(({ good }) => good).length);
    });

    it('show a subscriber neither gap nor disorder: 16 writers in two processes', async () => {
      const other = await current().another();
      const [writers, each] = [16, 8];
      const total = writers * each * 2;
      const subscribers = [store(), other, store()].map((reader, n) =>
        collect(reader, { count: total, batchSize: [500, 64, 3][n] ?? 100, signal: signal() }),
      );
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          const through = writer % 2 === 0 ? store() : other;
          for (let n = 0; n < each; n++) await through.append(`w-${writer}`, 2 * n - 1, [newEvent(2 * n), newEvent()]);
        }),
      );
      for (const seen of await Promise.all(subscribers)) {
        expect(seen).toHaveLength(total);
        const next = new Map<string, number>();
        let last = 0n;
        for (const { stream, revision, position } of seen) {
          expect(position).toBeGreaterThan(last);
          expect(revision).toBe(next.get(stream) ?? 0);
          next.set(stream, revision + 1);
          last = position;
        }
      }
    });
  });
}
