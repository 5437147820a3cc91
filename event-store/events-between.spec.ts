import { expect, it } from 'vitest';
import { eventsBetween } from './events-between.ts';
import type { StoredEvent } from './port.ts';

/** Positions are bytes, as on EventStoreDB. */
const BYTES = [1_200n, 2_900n, 900_000n];
const store = {
  readAll: async (after: bigint, limit: number) =>
    BYTES.filter((position) => position > after)
      .slice(0, limit)
      .map((position) => ({ position }) as StoredEvent),
};

it.each([
  [0n, 900_000n, 3n],
  [1_200n, 900_000n, 2n],
  [1_200n, 2_900n, 1n],
  [900_000n, 900_000n, 0n],
  [900_000n, 2_900n, 0n],
])('counts events where positions have gaps: from %i to %i', async (after, upTo, events) => {
  expect(await eventsBetween(store, after, upTo)).toBe(events);
});

it('does not read events where positions are their numbers', async () => {
  const readAll = () => expect.unreachable('reads events');
  expect(await eventsBetween({ readAll, hasDensePositions: true }, 3n, 10n)).toBe(7n);
});
