import { describe, expect, it } from 'vitest';
import { type EventStore, NO_STREAM, type StoredEvent } from '../../port.ts';
import { type Bench, newEvent } from './bench.ts';

/** @returns what was told since the last call: events, or null where some were missed */
function listen(store: EventStore) {
  let told: (readonly StoredEvent[] | null)[] = [];
  store.followOthers?.((events) => told.push(events));
  return () => {
    const since = told;
    told = [];
    return since;
  };
}

export function describeOthers({ store, current, bringsOthers }: Bench): void {
  if (!bringsOthers) return;
  describe('events of other processes', () => {
    it('come with the answer of an append, oldest first, after the first answer', async () => {
      const told = listen(store());
      const other = await current().another();
      await store().append('site-1', NO_STREAM, [newEvent()]);
      expect(told()).toEqual([null]);
      const events = [newEvent({ name: 'Café' }), newEvent(), newEvent()];
      await other.append('site-1', 0, events.slice(0, 2));
      await other.append('site-2', NO_STREAM, events.slice(2));
      await store().append('site-3', NO_STREAM, [newEvent()]);
      expect(told()).toMatchObject([
        [
          { stream: 'site-1', revision: 1, ...events[0] },
          { stream: 'site-1', revision: 2, ...events[1] },
          { stream: 'site-2', revision: 0, ...events[2] },
        ],
      ]);
      await store().append('site-3', 0, [newEvent()]);
      expect(told()).toEqual([]);
    });

    it('come with the answer of a refused append', async () => {
      const told = listen(store());
      const other = await current().another();
      await store().append('site-1', NO_STREAM, [newEvent()]);
      told();
      await other.append('site-1', 0, [newEvent()]);
      await expect(store().append('site-1', 0, [newEvent()])).rejects.toThrow('site-1 is at revision 1, not 0');
      expect(told()).toMatchObject([[{ stream: 'site-1', revision: 1 }]]);
      await store().append('site-1', 1, [newEvent()]);
      expect(told()).toEqual([]);
    });

    it('are said to be missed where they are too many for an answer', async () => {
      const told = listen(store());
      const other = await current().another();
      await store().append('site-1', NO_STREAM, [newEvent()]);
      told();
      const many = Array.from({ length: 400 }, () => newEvent());
      await other.append('site-2', NO_STREAM, many);
      await store().append('site-1', 0, [newEvent()]);
      expect(told()).toEqual([null]);
      await other.append('site-2', 399, [newEvent()]);
      await store().append('site-1', 1, [newEvent()]);
      expect(told()).toMatchObject([[{ stream: 'site-2', revision: 400 }]]);
    });
  });
}
