import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MISSING } from '../../append-outcome.ts';
import {
  AppendConflict,
  type EventStore,
  HistoryChanged,
  type NewEvent,
  NO_STREAM,
  type StoredEvent,
  type StreamVersion,
} from '../../port.ts';
import { type Bench, newEvent } from './bench.ts';

/** `npm run verify -- chance` sets CONDITION_RUNS, and draws the seed of all random tests. */
const RUNS = Number(process.env.CONDITION_RUNS ?? 50);
const AT_ONCE = 25;
const STREAMS = ['x', 'y', 'z'];
/** A step of a process: it reads all streams, or appends to one of them on what it has read. */
const step = fc.record({ process: fc.nat(1), stream: fc.nat(STREAMS.length - 1), reads: fc.boolean() });

const EMPTY = { revision: NO_STREAM, eventId: undefined };
const versionOf = async (store: EventStore, stream: string): Promise<StreamVersion> => {
  const last = (await store.readStream(stream)).at(-1);
  return { stream, ...(last ? { revision: last.revision, eventId: last.eventId } : EMPTY) };
};

export function describeCondition({ store, current, faults, comparesReads, hasFaults }: Bench): void {
  it(`says that it ${comparesReads ? 'compares' : 'does not compare'} the streams that a decision has read`, () => {
    expect(store().comparesReads ?? false).toBe(comparesReads);
  });
  if (!comparesReads) return;

  describe('the streams that a decision has read', () => {
    it('are as they were read, or the append is refused and returns what is missing', async () => {
      const through = store();
      const other = await current().another();
      await through.append('tree-1', NO_STREAM, [newEvent(), newEvent()]);
      const reads = [await versionOf(through, 'tree-1'), await versionOf(through, 'site-1')];
      await through.append('sale-1', NO_STREAM, [newEvent('first')], { reads });
      await other.append('tree-1', 1, [newEvent('edited')]);
      await other.append('site-1', NO_STREAM, [newEvent('created')]);
      const [edited] = await through.readStream('tree-1', 2);
      const created = await through.readStream('site-1');
      const late = through.append('sale-1', 0, [newEvent()], { reads });
      await expect(late).rejects.toBeInstanceOf(AppendConflict);
      await expect(late).rejects.toMatchObject({
        missing: [
          { ...reads[0], events: [edited] },
          { ...reads[1], events: created },
        ],
      });
      expect(await through.readStream('sale-1')).toHaveLength(1);
      const now = [await versionOf(through, 'tree-1'), await versionOf(through, 'site-1')];
      expect(await through.append('sale-1', 0, [newEvent()], { reads: now })).toMatchObject({ revision: 1 });
    });

    it('and its own stream: a conflict returns what is missing of both', async () => {
      const through = store();
      const other = await current().another();
      const reads = [await versionOf(through, 'tree-1')];
      await other.append('sale-1', NO_STREAM, [newEvent()]);
      await other.append('tree-1', NO_STREAM, [newEvent()]);
      const conflict = await through.append('sale-1', NO_STREAM, [newEvent()], { reads }).catch((error) => error);
      expect(conflict).toMatchObject({
        name: 'RevisionConflict',
        expected: NO_STREAM,
        actual: 0,
        missing: [
          { stream: 'sale-1', ...EMPTY, events: await through.readStream('sale-1') },
          { stream: 'tree-1', ...EMPTY, events: await through.readStream('tree-1') },
        ],
      });
    });

    it('return null instead of very many events', async () => {
      const through = store();
      const reads = [await versionOf(through, 'tree-1')];
      const few = Array.from({ length: MAX_MISSING }, () => newEvent());
      await through.append('tree-1', NO_STREAM, few);
      const refused = () => through.append('sale-1', NO_STREAM, [newEvent()], { reads }).catch((error) => error);
      expect((await refused()).missing[0].events).toHaveLength(MAX_MISSING);
      await through.append('tree-1', MAX_MISSING - 1, [newEvent()]);
      expect((await refused()).missing).toEqual([{ ...reads[0], events: null }]);
    });

    it('belong to a lost history: refuses, and appends nothing', async () => {
      const through = store();
      await through.append('tree-1', NO_STREAM, [newEvent(), newEvent()]);
      const eventId = randomUUID();
      for (const read of [
        { stream: 'tree-1', revision: 1, eventId },
        { stream: 'tree-1', revision: 0, eventId },
        { stream: 'tree-1', revision: 5, eventId },
        { stream: 'gone-1', revision: 0, eventId },
      ]) {
        const onLost = through.append('sale-1', NO_STREAM, [newEvent()], { reads: [read] });
        await expect(onLost).rejects.toBeInstanceOf(HistoryChanged);
        await expect(onLost).rejects.toMatchObject({ stream: read.stream });
      }
      expect(await through.readStream('sale-1')).toEqual([]);
    });

    it('do not keep a retry from being the same append', async () => {
      const through = store();
      const [event, reads] = [newEvent(), [await versionOf(through, 'tree-1')]];
      const appended = await through.append('sale-1', NO_STREAM, [event], { reads });
      await through.append('tree-1', NO_STREAM, [newEvent()]);
      expect(await through.append('sale-1', NO_STREAM, [event], { reads })).toEqual(appended);
    });

    if (hasFaults) {
      it('are compared after an answer was lost, as at the first attempt', async () => {
        const through = store();
        const losing = await faults().losingNextAnswer();
        const reads = [await versionOf(through, 'tree-1')];
        expect(await losing.append('sale-1', NO_STREAM, [newEvent()], { reads })).toMatchObject({ revision: 0 });
        await through.append('tree-1', NO_STREAM, [newEvent()]);
        const again = await faults().losingNextAnswer();
        await expect(again.append('sale-1', 0, [newEvent()], { reads })).rejects.toBeInstanceOf(AppendConflict);
        expect(await through.readStream('sale-1')).toHaveLength(1);
      });
    }

    it('are compared for each append, among many at once that write what others have read', async () => {
      const through = store();
      const reads = [await versionOf(through, 'tree-1'), await versionOf(through, 'site-1')];
      const appends = Array.from({ length: 40 }, (_, n) =>
        n % 10 === 5
          ? through.append('tree-1', NO_STREAM, [newEvent()])
          : through.append(`sale-${n}`, NO_STREAM, [newEvent()], { reads }),
      );
      const settled = await Promise.allSettled(appends);
      const changedAt = (await through.readStream('tree-1'))[0]?.position ?? 0n;
      for (const [n, result] of settled.entries()) {
        if (n % 10 === 5 || result.status === 'rejected') continue;
        expect(result.value.position).toBeLessThan(changedAt);
      }
    });

    it(
      `hold in ${RUNS} interleavings of two processes`,
      async () => {
        const stores = [store(), await current().another()] as const;
        const runs = fc.sample(fc.array(step, { minLength: 4, maxLength: 16 }), RUNS);
        // Side by side, so that appends of several runs share a batch.
        for (let n = 0; n < runs.length; n += AT_ONCE) {
          const some = runs.slice(n, n + AT_ONCE).map((steps, at) => interleave(stores, `run-${n + at}`, steps));
          await Promise.all(some);
        }
      },
      60_000 + 100 * RUNS,
    );
  });
}

type Step = { readonly process: number; readonly stream: number; readonly reads: boolean };

/** Two processes that take turns, and that append without waiting for each other's answer where they follow one another. */
async function interleave(stores: readonly [EventStore, EventStore], run: string, steps: readonly Step[]) {
  const names = STREAMS.map((name) => `${run}-${name}`);
  const decided: { readonly event: NewEvent; readonly on: readonly StreamVersion[] }[] = [];
  const known = stores.map(() => names.map((stream): StreamVersion => ({ stream, ...EMPTY })));
  const underWay: Promise<unknown>[] = [];
  for (const { process, stream: n, reads } of steps) {
    const store = stores[process] as EventStore;
    const own = known[process] as StreamVersion[];
    if (reads) {
      await Promise.all(underWay.splice(0));
      for (const [at, name] of names.entries()) own[at] = await versionOf(store, name);
      continue;
    }
    const [version, event] = [own[n] as StreamVersion, newEvent()];
    decided.push({ event, on: [...own] });
    const condition = { seen: version.eventId, reads: own.filter((each) => each !== version) };
    const appending = store.append(version.stream, version.revision, [event], condition).then(
      ({ revision }) => {
        own[n] = { stream: version.stream, revision, eventId: event.eventId };
      },
      (error: unknown) => {
        if (!(error instanceof AppendConflict)) throw error;
        for (const { stream, events } of error.missing) {
          const last = events?.at(-1);
          if (last) own[names.indexOf(stream)] = { stream, revision: last.revision, eventId: last.eventId };
        }
      },
    );
    underWay.push(appending);
  }
  await Promise.all(underWay);
  const all = (await Promise.all(names.map((name) => stores[0].readStream(name)))).flat();
  for (const { event, on } of decided) assertDecidedOnTheNewest(all, event, on);
}

/** All streams ended with what the decision had read, just before its event. */
function assertDecidedOnTheNewest(all: readonly StoredEvent[], event: NewEvent, on: readonly StreamVersion[]): void {
  const stored = all.find(({ eventId }) => eventId === event.eventId);
  if (stored === undefined) return;
  for (const { stream, revision, eventId } of on) {
    const before = all.filter((each) => each.stream === stream && each.position < stored.position);
    expect({ stream, revision: before.length - 1, eventId: before.at(-1)?.eventId }).toEqual({
      stream,
      revision,
      eventId,
    });
  }
}
