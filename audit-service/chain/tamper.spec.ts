import { readdirSync, readFileSync } from 'node:fs';
import { eventSchemas } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { uuid } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { afterAll, describe, expect, it } from 'vitest';
import { openAuditDatabase } from '../testing/audit-database.ts';
import { placesIn, withFlipped } from '../testing/flipped.ts';
import { leafOf } from './hashes.ts';
import { signChainJob } from './sign-chain-job.ts';
import { newPrivateKey, readSigningKey } from './signing-key.ts';
import { verifyChain } from './verify-chain.ts';

/** Every shape in which the product has ever stored an event. */
const folder = new URL('../../contracts/fixtures/events/', import.meta.url);
const events: readonly StoredEvent[] = readdirSync(folder)
  .sort()
  .flatMap((file) => {
    const { type, metadata, examples } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    return examples.map(({ data }: { data: unknown }, n: number) => ({ type, metadata, data, name: `${file} ${n}` }));
  })
  .map(({ name, ...event }, n) => ({
    ...{ ...event, stream: `thing-${n}`, revision: 0, position: BigInt(n + 1), eventId: uuid(name) },
  }));

const now = new Date('2026-05-10T10:00:00.000Z');
const store = new MemoryStore();
const database = await openAuditDatabase();
const pool = database.pool;
store.push(...events);
const key = readSigningKey(newPrivateKey());
await signChainJob({ store, pool, key, clock: () => now }).run();
afterAll(async () => {
  await database?.close();
});

describe('verify, in a copy of the store', () => {
  it('has every type of event before it, and finds nothing wrong with them', async () => {
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(eventSchemas)));
    const { events: read, recorded, difference } = await verifyChain({ store, pool, positionsAreNumbers: true, now });
    expect({ read, recorded, difference }).toEqual({ read: events.length, recorded: events.length, difference: null });
  });

  it.each(events.map((event, n) => [event.type, n + 1, event] as const))(
    'an event of type %s, number %i, has another hash after a change of any field',
    (_, _number, event) => {
      const { position, ...rest } = event;
      const [leaf, places] = [leafOf(event), placesIn(rest)];
      const unseen = places.filter((place) => leafOf({ ...withFlipped(rest, place), position }).equals(leaf));
      expect(unseen).toEqual([]);
      // Its type, stream, revision and id, part of the data, and the actor.
      expect(places.length).toBeGreaterThan(10);
    },
  );
});
