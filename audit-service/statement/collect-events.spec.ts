import { MemoryStore } from '@perktree/projector/testing/memory-store';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { effectiveClock } from '../effective-clock.ts';
import { collectEvents } from './collect-events.ts';

const asked = { about: { kind: 'site', id: 'a' }, from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
const pool = {} as Pool;

/** Of a stream with four events, without one of them. */
function collected(lacking: number, after: bigint, reads: 'parts' | 'whole') {
  const store = new MemoryStore();
  for (const revision of [0, 1, 2, 3].filter((each) => each !== lacking)) {
    store.push({
      ...{ stream: 'redemptions-1', revision, position: 0n, type: 'NothingKnown', data: {}, metadata: {} },
      eventId: `00000000-0000-4000-8000-00000000000${revision}`,
    });
  }
  const ownStreams = async () => ({ names: ['redemptions-1', 'redemptions-2'], completeUpTo: 4n });
  const whole = { readStream: (name: string) => store.readStream(name), readAll: store.readAll };
  const source = { store: reads === 'parts' ? store : whole, pool, clock: effectiveClock({ store, pool }), ownStreams };
  return collectEvents(source, asked as Parameters<typeof collectEvents>[1], { after, upTo: 3n }, 3n);
}

it.each([
  [0, 0n],
  [1, 1n],
  [2, 2n],
] as const)('refuses a stream that lacks event %i, of the period', async (lacking, after) => {
  for (const reads of ['parts', 'whole'] as const) {
    await expect(collected(lacking, after, reads)).rejects.toThrow(`of redemptions-1 is not as it was recorded`);
  }
});

it('reads streams from the last event before the period on', async () => {
  expect(await collected(0, 2n, 'parts')).toEqual([]);
});
