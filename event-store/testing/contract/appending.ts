import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HistoryChanged, NO_STREAM, RevisionConflict } from '../../port.ts';
import { type Bench, newEvent } from './bench.ts';

export function describeAppending({ store }: Bench): void {
  describe('append and read', () => {
    it('returns appended events in order, with their positions', async () => {
      const events = [newEvent({ n: 0 }, 'First'), newEvent({ n: 1 }, 'Second'), newEvent({ n: 2 }, 'Third')];
      const appended = await store().append('site-1', NO_STREAM, events);
      const stored = await store().readStream('site-1');
      expect(stored.map(({ position: _, ...rest }) => rest)).toEqual(
        events.map((event, revision) => ({ ...event, stream: 'site-1', revision })),
      );
      expect(appended).toEqual({ revision: 2, position: stored[2]?.position });
      expect(await store().head()).toBe(appended.position);
    });

    it('reads a stream from a revision on', async () => {
      await store().append('site-1', NO_STREAM, [newEvent(0), newEvent(1), newEvent(2)]);
      await store().append('site-2', NO_STREAM, [newEvent(3)]);
      expect((await store().readStream('site-1', 1)).map(({ data }) => data)).toEqual([1, 2]);
      expect(await store().readStream('site-1', 3)).toEqual([]);
      expect(await store().readStream('site-3')).toEqual([]);
    });

    it('reads a stream up to a revision, and one event of it', async () => {
      await store().append('site-1', NO_STREAM, [newEvent(0), newEvent(1), newEvent(2), newEvent(3)]);
      await store().append('site-2', NO_STREAM, [newEvent(4), newEvent(5)]);
      const dataOf = async (from: number, to: number) =>
        (await store().readStream('site-1', from, to)).map(({ data }) => data);
      expect(await dataOf(0, 1)).toEqual([0, 1]);
      expect(await dataOf(2, 2)).toEqual([2]);
      expect(await dataOf(3, 9)).toEqual([3]);
      expect(await dataOf(4, 4)).toEqual([]);
      const single = await Promise.all([3, 0, 2, 1].map((revision) => dataOf(revision, revision)));
      expect(single).toEqual([[3], [0], [2], [1]]);
    });

    it('has the head 0 and no events while it is empty', async () => {
      expect(await store().head()).toBe(0n);
      expect(await store().readAll(0n, 10)).toEqual([]);
    });

    it('pages through all streams in the order of their positions', async () => {
      for (let n = 0; n < 7; n++) await store().append(`page-${n % 3}`, Math.floor(n / 3) - 1, [newEvent(n)]);
      const pages: unknown[][] = [];
      let position = 0n;
      for (;;) {
        const page = await store().readAll(position, 3);
        if (page.length === 0) break;
        pages.push(page.map(({ data }) => data));
        position = page.at(-1)?.position ?? position;
      }
      expect(pages).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
      expect(position).toBe(await store().head());
    });
  });

  describe('the expected revision', () => {
    it('refuses a decision on a stream that has moved on', async () => {
      await store().append('site-1', NO_STREAM, [newEvent(), newEvent()]);
      const late = store().append('site-1', 0, [newEvent()]);
      await expect(late).rejects.toBeInstanceOf(RevisionConflict);
      await expect(late).rejects.toMatchObject({ stream: 'site-1', expected: 0, actual: 1 });
      expect(await store().readStream('site-1')).toHaveLength(2);
    });

    it('refuses to make a stream twice', async () => {
      await store().append('site-1', NO_STREAM, [newEvent()]);
      await expect(store().append('site-1', NO_STREAM, [newEvent()])).rejects.toMatchObject({
        name: 'RevisionConflict',
        expected: NO_STREAM,
        actual: 0,
      });
    });

    it('refuses a stream that is not as far yet, or not there', async () => {
      await expect(store().append('site-1', 0, [newEvent()])).rejects.toMatchObject({ actual: NO_STREAM });
      await store().append('site-1', NO_STREAM, [newEvent()]);
      await expect(store().append('site-1', 5, [newEvent()])).rejects.toMatchObject({ expected: 5, actual: 0 });
      expect(await store().head()).toBe((await store().readStream('site-1'))[0]?.position);
    });

    it('refuses all events of an append or none', async () => {
      await store().append('site-1', NO_STREAM, [newEvent()]);
      await expect(store().append('site-1', NO_STREAM, [newEvent(), newEvent(), newEvent()])).rejects.toThrow();
      expect(await store().readStream('site-1')).toHaveLength(1);
      expect(await store().readAll(0n, 10)).toHaveLength(1);
    });
  });

  describe('the event that was seen last', () => {
    it('continues the stream', async () => {
      const [first, second] = [newEvent(), newEvent()];
      await store().append('site-1', NO_STREAM, [first]);
      expect(await store().append('site-1', 0, [second], { seen: first.eventId })).toMatchObject({ revision: 1 });
      expect(await store().append('site-1', 1, [newEvent()], { seen: second.eventId })).toMatchObject({ revision: 2 });
    });

    it('belongs to a lost history: refuses, and appends nothing', async () => {
      await store().append('site-1', NO_STREAM, [newEvent()]);
      const onLostEvent = store().append('site-1', 0, [newEvent()], { seen: randomUUID() });
      await expect(onLostEvent).rejects.toBeInstanceOf(HistoryChanged);
      await expect(onLostEvent).rejects.toMatchObject({ stream: 'site-1' });
      await expect(store().append('site-1', 3, [newEvent()], { seen: randomUUID() })).rejects.toBeInstanceOf(
        HistoryChanged,
      );
      await expect(store().append('site-2', 0, [newEvent()], { seen: randomUUID() })).rejects.toBeInstanceOf(
        HistoryChanged,
      );
      expect(await store().readAll(0n, 10)).toHaveLength(1);
    });

    it('is followed by others: a conflict, unless another event has its place', async () => {
      const [first, second] = [newEvent(), newEvent()];
      await store().append('site-1', NO_STREAM, [first, second]);
      const late = store().append('site-1', 0, [newEvent()], { seen: first.eventId });
      await expect(late).rejects.toMatchObject({ name: 'RevisionConflict', expected: 0, actual: 1 });
      const onLostEvent = store().append('site-1', 0, [newEvent()], { seen: randomUUID() });
      await expect(onLostEvent).rejects.toBeInstanceOf(HistoryChanged);
    });

    it('does not keep a retry from being the same append', async () => {
      const [first, second] = [newEvent(), newEvent()];
      await store().append('site-1', NO_STREAM, [first]);
      const appended = await store().append('site-1', 0, [second], { seen: first.eventId });
      expect(await store().append('site-1', 0, [second], { seen: first.eventId })).toEqual(appended);
    });

    it('is checked per append under concurrency', async () => {
      const firsts = Array.from({ length: 20 }, () => newEvent());
      await Promise.all(firsts.map((first, n) => store().append(`site-${n}`, NO_STREAM, [first])));
      const seconds = firsts.map((first, n) =>
        store().append(`site-${n}`, 0, [newEvent()], { seen: n % 2 ? randomUUID() : first.eventId }),
      );
      const settled = await Promise.allSettled(seconds);
      expect(settled.map(({ status }) => status)).toEqual(firsts.map((_, n) => (n % 2 ? 'rejected' : 'fulfilled')));
    });
  });

  describe('a retry with the same event ids', () => {
    it('is the same append', async () => {
      const events = [newEvent(), newEvent()];
      const first = await store().append('site-1', NO_STREAM, events);
      expect(await store().append('site-1', NO_STREAM, events)).toEqual(first);
      expect(await store().readAll(0n, 10)).toHaveLength(2);
    });

    it('is the same append after others have appended to the stream', async () => {
      await store().append('site-1', NO_STREAM, [newEvent()]);
      const events = [newEvent(), newEvent()];
      const first = await store().append('site-1', 0, events);
      await store().append('site-1', 2, [newEvent()]);
      await store().append('site-2', NO_STREAM, [newEvent()]);
      expect(await store().append('site-1', 0, events)).toEqual(first);
      expect(await store().readStream('site-1')).toHaveLength(4);
    });

    it('is a conflict when only some of the events stand there', async () => {
      const [first, second] = [newEvent(), newEvent()];
      await store().append('site-1', NO_STREAM, [first]);
      await expect(store().append('site-1', NO_STREAM, [first, second])).rejects.toMatchObject({ actual: 0 });
      await store().append('site-1', 0, [newEvent()]);
      await expect(store().append('site-1', NO_STREAM, [first, second])).rejects.toMatchObject({ actual: 1 });
      expect(await store().readStream('site-1')).toHaveLength(2);
    });
  });
}
