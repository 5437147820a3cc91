import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/testing/test-database';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStore, NO_STREAM, OutcomeUnknown, type StoredEvent } from '../port.ts';
import { openAppendInOrder } from '../postgres/append-in-order.ts';
import { createPostgresEventStore } from '../postgres/postgres-event-store.ts';
import { tamper as tamperWith } from '../testing/tamper.ts';
import { eventStoreTemplate } from '../testing/template.ts';
import { migrateEvents } from './migrate-events.ts';

interface Side {
  readonly database: TestDatabase;
  readonly store: EventStore;
}

let [source, target]: Side[] = [];
let from: EventStore;
let to: EventStore;
beforeEach(async () => {
  [source, target] = await Promise.all([openSide(), openSide()]);
  [from, to] = [(source as Side).store, (target as Side).store];
});
afterEach(async () => {
  for (const side of [source, target]) {
    await side?.store.close();
    await side?.database.drop();
  }
});

async function openSide(): Promise<Side> {
  const database = await createTestDatabase({ ...eventStoreTemplate, name: 'migrate_events' });
  return { database, store: createPostgresEventStore({ connectionString: database.connectionString }) };
}

const newEvent = (data: unknown = { amount: '1.10', nested: { ü: [1, null] } }) => ({
  eventId: randomUUID(),
  type: 'Happened',
  data,
  metadata: { recordedAt: '2026-05-10T10:00:00.000Z', $correlationId: 'one' },
});

/** Events of streams in turn, so that neighbours in the store are of different ones. */
async function fill(store: EventStore, count: number, streams = 7): Promise<void> {
  const revisions = new Map<string, number>();
  const one = (n: number) => {
    const stream = `thing-${(n * n) % streams}`;
    const expected = revisions.get(stream) ?? NO_STREAM;
    revisions.set(stream, expected + 1);
    return store.append(stream, expected, [newEvent({ n })]);
  };
  // Of the four streams that there are, a batch of the store takes eight appends each.
  for (let at = 0; at < count; at += 10) await Promise.all(Array.from({ length: 10 }, (_, n) => one(at + n)));
}
const everything = (store: EventStore) => store.readAll(0n, 10_000);
const withoutPositions = (events: readonly StoredEvent[]) => events.map(({ position, ...event }) => event);

async function tamper(side: Side | undefined, sql: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: String(side?.database.connectionString) });
  await tamperWith(pool, sql);
  await pool.end();
}

describe('a copy of a store', () => {
  it('has the same events in the same order, with the same ids, revisions and metadata', async () => {
    await fill(from, 50);
    await from.append(
      'long',
      NO_STREAM,
      Array.from({ length: 250 }, () => newEvent()),
    );
    const copied = await migrateEvents({ from, to });
    expect(copied).toMatchObject({ events: 300, copied: 300 });
    expect(withoutPositions(await everything(to))).toEqual(withoutPositions(await everything(from)));
  });

  it('is the same by the faster way of Postgres', async () => {
    await fill(from, 50);
    await from.append(
      'long',
      NO_STREAM,
      Array.from({ length: 450 }, () => newEvent()),
    );
    const bulk = await openAppendInOrder(String(target?.database.connectionString));
    await migrateEvents({ from, to, appendInOrder: bulk.appendInOrder }).finally(() => bulk.close());
    expect(await everything(to)).toEqual(await everything(from));
  });

  it('is refused by the fast path, too, if another process has written', async () => {
    await fill(from, 20);
    const bulk = await openAppendInOrder(String(target?.database.connectionString));
    const [first] = await everything(from);
    const late: typeof bulk.appendInOrder = async (appends) => {
      await to.append(String(first?.stream), NO_STREAM, [newEvent()]);
      await bulk.appendInOrder(appends);
    };
    const copy = migrateEvents({ from, to, appendInOrder: late }).finally(() => bulk.close());
    await expect(copy).rejects.toMatchObject({ name: 'TargetHoldsOtherEvents' });
  });

  it('that was cut off anywhere is resumed by the next run', async () => {
    await fill(from, 60);
    for (let run = 1; ; run += 1) {
      let appends = 0;
      const cutOff: EventStore = {
        ...to,
        async append(...args) {
          if (appends++ === 7) throw new Error('cut off');
          return to.append(...args);
        },
      };
      const outcome = await migrateEvents({ from, to: cutOff }).catch((error: Error) => error.message);
      if (outcome !== 'cut off') {
        expect(outcome).toMatchObject({ events: 60 });
        expect(run).toBeGreaterThan(3);
        break;
      }
    }
    expect(withoutPositions(await everything(to))).toEqual(withoutPositions(await everything(from)));
  });

  it('retries an append with an unknown outcome', async () => {
    await fill(from, 20);
    let appends = 0;
    const unsure: EventStore = {
      ...to,
      async append(...args) {
        const appended = await to.append(...args);
        if (appends++ % 2 === 0) throw new OutcomeUnknown('no answer');
        return appended;
      },
    };
    expect(await migrateEvents({ from, to: unsure })).toMatchObject({ events: 20, copied: 20 });
  });
});

describe('a target is refused', () => {
  beforeEach(async () => {
    await fill(from, 40);
  });

  it('that holds events of its own, and stays as it is', async () => {
    await to.append('own', NO_STREAM, [newEvent()]);
    await expect(migrateEvents({ from, to })).rejects.toMatchObject({ name: 'TargetHoldsOtherEvents' });
    expect(await everything(to)).toHaveLength(1);
  });

  it('that holds more than the source', async () => {
    await migrateEvents({ from, to });
    await to.append('own', NO_STREAM, [newEvent()]);
    await expect(migrateEvents({ from, to })).rejects.toThrow('more than the 40 events');
  });

  it('in which anything was changed, with the place of it', async () => {
    await migrateEvents({ from, to });
    const swap = `position = -1 WHERE position = 3;
       UPDATE event_store.events SET position = 3 WHERE position = 4;
       UPDATE event_store.events SET position = 4 WHERE position = -1`;
    // Backwards: the first event that differs is the one that is named.
    for (const [position, change] of [
      [24, `data = '{"n": 7000}' WHERE position = 24`],
      [20, `metadata = '{"recordedAt": "2027-01-01T00:00:00.000Z", "$correlationId": "one"}' WHERE position = 20`],
      [16, `type = 'Other' WHERE position = 16`],
      [12, 'event_id = gen_random_uuid() WHERE position = 12'],
      [8, `stream = 'thing-other' WHERE position = 8`],
      [3, swap],
    ] as const) {
      await tamper(target, `UPDATE event_store.events SET ${change}`);
      await expect(migrateEvents({ from, to })).rejects.toThrow(new RegExp(`^Event ${position} of the target`));
    }
  });

  it('with concurrent writes of another process', async () => {
    let appends = 0;
    const shared: EventStore = {
      ...to,
      async append(...args) {
        if (appends++ === 10) await to.append('own', NO_STREAM, [newEvent()]);
        return to.append(...args);
      },
    };
    await expect(migrateEvents({ from, to: shared })).rejects.toMatchObject({ name: 'CopyDiffers' });
  });
});
