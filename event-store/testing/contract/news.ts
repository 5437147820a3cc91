import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventHeader, type EventStore, type HeadEvent, NO_STREAM } from '../../port.ts';
import { type Bench, newEvent } from './bench.ts';

const SEED = 35;
/** A step: which of two processes appends to which stream, or asks for news. */
const step = fc.record({ process: fc.nat(1), stream: fc.nat(3), asks: fc.boolean() });

/** Asks again and again, from the head of the last answer. */
export function follow(store: EventStore) {
  let since: HeadEvent | null = null;
  const next = async (): Promise<readonly EventHeader[] | null> => {
    const { head, headers } = await store.news(since);
    since = head;
    return headers;
  };
  /** Waits until news are known: the subscription of EventStoreDB begins with the first question. */
  const known = async (): Promise<readonly EventHeader[]> => {
    let headers: readonly EventHeader[] | null = null;
    await expect
      .poll(async () => {
        headers = await next();
        return headers;
      })
      .not.toBeNull();
    return headers ?? [];
  };
  return { next, known, head: () => since };
}

export function describeNews({ store, current, faults, hasFaults }: Bench): void {
  describe('news', () => {
    it('are the headers of all events since the last answer, of this process and of others', async () => {
      const other = await current().another();
      const event = newEvent();
      await store().append('site-1', NO_STREAM, [newEvent()]);
      const { known } = follow(store());
      await known();
      const { position } = await other.append('site-1', 0, [event]);
      expect(await known()).toMatchObject([{ stream: 'site-1', revision: 1, position, eventId: event.eventId }]);
      await store().append('site-2', NO_STREAM, [newEvent(), newEvent()]);
      await other.append('site-1', 1, [newEvent()]);
      const revisions = (await known()).map(({ stream, revision }) => [stream, revision]);
      expect(revisions).toEqual([
        ['site-2', 0],
        ['site-2', 1],
        ['site-1', 2],
      ]);
      expect(await known()).toEqual([]);
    });

    it('are complete or unknown, in whatever order two processes append and ask', async () => {
      const stores = [store(), await current().another()];
      const processes = stores.map((each) => ({ ...follow(each), shown: new Map<string, number>() }));
      for (const { known } of processes) await known();
      const stored = new Map<string, number>();
      const askedBy = async ({ next, shown }: (typeof processes)[number]) => {
        // What is unknown is read.
        const headers = (await next()) ?? [...stored].map(([stream, revision]) => ({ stream, revision }));
        for (const { stream, revision } of headers) shown.set(stream, revision);
        expect(shown).toEqual(stored);
      };
      let runs = 0;
      const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        runs += 1;
        for (const { process, stream: n, asks } of steps) {
          const stream = `run-${runs}-${n}`;
          if (asks) await askedBy(processes[process] as (typeof processes)[number]);
          else {
            const appended = stores[process]?.append(stream, stored.get(stream) ?? NO_STREAM, [newEvent()]);
            stored.set(stream, (await appended)?.revision ?? NO_STREAM);
          }
        }
      });
      await fc.assert(property, { seed: SEED, numRuns: 8, endOnFailure: true });
    });

    it('are unknown where the event is not in the store any more, also where another has its place', async () => {
      const { position } = await store().append('site-1', NO_STREAM, [newEvent()]);
      const { known, head } = follow(store());
      await known();
      for (const lost of [
        { position, eventId: randomUUID() },
        { position: position + 1_000n, eventId: randomUUID() },
      ]) {
        expect((await store().news(lost)).headers).toBeNull();
      }
      expect(head()).toMatchObject({ position });
    });

    it('are unknown or complete after more than one answer holds', async () => {
      const { known, next } = follow(store());
      await store().append('site-1', NO_STREAM, [newEvent()]);
      await known();
      for (let n = 0; n < 3; n += 1) {
        const many = Array.from({ length: 400 }, () => newEvent());
        await store().append('site-1', 400 * n, many);
      }
      expect([undefined, 1_200]).toContain((await next())?.length);
      await known();
      await store().append('site-1', 1_200, [newEvent()]);
      expect((await known()).at(-1)).toMatchObject({ stream: 'site-1', revision: 1_201 });
    });

    if (!hasFaults) return;
    it('miss nothing that was stored while connections were lost', async () => {
      const other = await current().another();
      await store().append('site-1', NO_STREAM, [newEvent()]);
      const { known, next } = follow(store());
      await known();
      for (let n = 1; n <= 3; n += 1) {
        await other.append('site-1', n - 1, [newEvent()]);
        await faults().loseConnections();
        const headers = await next();
        expect(headers === null || headers.at(-1)?.revision === n).toBe(true);
      }
    });
  });
}
