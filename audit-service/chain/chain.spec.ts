import { randomUUID } from 'node:crypto';
import { type EventStore, NO_STREAM } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { tamper } from '@perktree/event-store/testing/tamper';
import { eventStoreTemplate } from '@perktree/event-store/testing/template';
import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followChain, headAt } from './follow-chain.ts';
import { rootOf } from './merkle-tree.ts';
import { migrateAudit } from './migrations.ts';
import { newestSegment, SEGMENT_EVENTS } from './segments.ts';
import { signChainJob } from './sign-chain-job.ts';
import { allHeads, publishHead, signedText } from './signed-heads.ts';
import { newPrivateKey, readSigningKey } from './signing-key.ts';
import { publishedKeys } from './signing-keys.ts';
import { GrowingTree, verifyChain } from './verify-chain.ts';

const EVENTS = 40;
const AT_ONCE = 20;
const key = readSigningKey(newPrivateKey());
const clock = () => new Date('2026-05-10T10:00:00.000Z');

let database: TestPool;
let store: EventStore;
let pool: Pool;
beforeEach(async () => {
  database = await openTestPool({
    name: 'chain',
    prepare: async (connectionString) => {
      await eventStoreTemplate.prepare(connectionString);
      await migrateAudit(connectionString);
    },
  });
  ({ pool } = database);
  store = createPostgresEventStore({ connectionString: database.connectionString });
});
afterEach(async () => {
  await store.close();
  await database.close();
});

let revisions: Map<string, number>;
/** In this order, with few round trips: a batch of the store takes eight appends of a stream. */
async function append(count: number): Promise<void> {
  const one = (n: number) => {
    const stream = `thing-${n % 3}`;
    const event = {
      ...{ eventId: randomUUID(), type: 'Happened', data: { amount: `${n}.10`, n } },
      metadata: { actor: { role: 'customer', id: `c-${n}` }, recordedAt: '2026-05-10T10:00:00.000Z' },
    };
    const expected = revisions.get(stream) ?? NO_STREAM;
    revisions.set(stream, expected + 1);
    return store.append(stream, expected, [event]);
  };
  for (let at = 0; at < count; at += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => one(at + n)));
  }
}
beforeEach(() => {
  revisions = new Map();
});
/** Many, with few appends. */
async function appendMany(count: number): Promise<void> {
  const metadata = { recordedAt: '2026-05-10T10:00:00.000Z' };
  const event = (n: number) => ({ eventId: randomUUID(), type: 'Happened', data: { n }, metadata });
  for (let at = 0; at < count; at += 500) {
    await store.append(
      'long',
      at - 1,
      Array.from({ length: Math.min(500, count - at) }, (_, n) => event(at + n)),
    );
  }
}
const publish = () => signChainJob({ store, pool, key, clock }).run();
const verify = () => verifyChain({ store, pool, positionsAreNumbers: true, now: clock() });

describe('a store that was left alone', () => {
  it('matches the record, and counts the events since', async () => {
    await publish();
    expect([await allHeads(pool), (await verify()).difference]).toEqual([[], null]);
    await append(EVENTS);
    await publish();
    await append(5);
    expect(await verify()).toMatchObject({ events: EVENTS + 5, recorded: EVENTS, heads: 1, difference: null });
    await publish();
    expect(await verify()).toMatchObject({ recorded: EVENTS + 5, heads: 2, difference: null });
    expect(await publishedKeys(pool)).toMatchObject([{ keyId: key.keyId, since: clock().toISOString(), until: null }]);
  });

  it('counts the events whose clock was behind, once', async () => {
    const counted: number[] = [];
    const follow = () => followChain({ store, pool, onBehind: (events) => void counted.push(events) });
    await append(3);
    await follow();
    const late = {
      eventId: randomUUID(),
      type: 'Happened',
      data: {},
      metadata: { recordedAt: '2026-05-10T09:58:59.999Z' },
    };
    await store.append('late', NO_STREAM, [late]);
    await follow();
    await append(2);
    await follow();
    expect(counted).toEqual([1]);
  });

  it('chains to the same however it is followed, across segments', async () => {
    const events = Array.from({ length: SEGMENT_EVENTS * 2 + 7 }, (_, n) => ({
      ...{ eventId: randomUUID(), type: 'Happened', data: { n }, metadata: {} },
    }));
    let at = NO_STREAM;
    for (let from = 0; from < events.length; from += 500) {
      at = (await store.append('long', at, events.slice(from, from + 500))).revision;
      if (from === 500) await followChain({ store, pool });
    }
    const [one, other] = await Promise.all([followChain({ store, pool }), followChain({ store, pool })]);
    expect(other).toEqual(one);
    expect(one.events).toBe(events.length);
    const inSteps = await pool.query('SELECT * FROM audit.chain_segments ORDER BY number');
    await pool.query('DELETE FROM audit.chain_segments');
    expect(await followChain({ store, pool })).toEqual(one);
    expect((await pool.query('SELECT * FROM audit.chain_segments ORDER BY number')).rows).toEqual(inSteps.rows);
    expect(await verify()).toMatchObject({ recorded: events.length, difference: null });
  });
});

const EVENT = 'event_store.events';
const SWAP = `
  UPDATE ${EVENT} SET position = -1 WHERE position = 17;
  UPDATE ${EVENT} SET position = 17 WHERE position = 18;
  UPDATE ${EVENT} SET position = 18 WHERE position = -1`;
const DELETE = `DELETE FROM ${EVENT} WHERE position = 17;`;
const INSERT = `
  UPDATE ${EVENT} SET position = -position WHERE position >= 17; UPDATE ${EVENT} SET position = 1 - position WHERE position < 0;
  INSERT INTO ${EVENT} VALUES (17, 'thing-9', 0, gen_random_uuid(), 'Happened', '{}', '{}')`;
const set = (change: string) => `UPDATE ${EVENT} SET ${change} WHERE position = 17`;

it('verify names the event when, in a copy of the store, it was changed, moved, deleted or put in', async () => {
  await append(EVENTS);
  await publish();
  await pool.query(`CREATE TABLE kept AS SELECT * FROM ${EVENT}`);
  for (const [what, tampering, kind] of [
    ['an amount was changed', set(`data = '{"amount": "16.11", "n": 16}'`), 'changed'],
    ['a number was', set(`data = '{"amount": "16.10", "n": 17}'`), 'changed'],
    ['a field was put in', set(`data = '{"amount": "16.10", "n": 16, "x": null}'`), 'changed'],
    ['the actor was changed', set(`metadata = replace(metadata::text, 'c-16', 'c-17')::json`), 'changed'],
    ['the time was', set(`metadata = replace(metadata::text, '2026-05-10', '2026-05-11')::json`), 'changed'],
    ['the type was', set(`type = 'Other'`), 'changed'],
    ['the stream was', set(`stream = 'thing-9'`), 'changed'],
    ['the revision was', set('revision = 999'), 'changed'],
    ['the id was', set('event_id = gen_random_uuid()'), 'changed'],
    ['two events changed places', SWAP, 'moved'],
    ['an event was deleted', DELETE, 'missing'],
    ['an event was put in', INSERT, 'inserted'],
    ['the events from one on were deleted', `DELETE FROM ${EVENT} WHERE position >= 17`, 'missing'],
    ['the last one was put elsewhere', `UPDATE ${EVENT} SET position = 900 WHERE position = ${EVENTS}`, 'position'],
  ]) {
    await tamper(pool, String(tampering));
    const { difference } = await verify();
    const number = kind === 'position' ? EVENTS : 17;
    expect(difference, what).toMatchObject({ kind, number, message: expect.stringContaining(`${number}`) });
    await tamper(pool, `DELETE FROM ${EVENT}; INSERT INTO ${EVENT} SELECT * FROM kept`);
  }
  expect((await verify()).difference).toBeNull();
});

describe('tampering with the record itself', () => {
  beforeEach(async () => {
    await append(20);
    await publish();
    await append(20);
    await publish();
  });

  it('is found in each column', async () => {
    const hour = `interval '1 hour'`;
    await pool.query('CREATE TABLE kept AS SELECT * FROM audit.chain_segments');
    for (const [column, change, kind, number] of [
      ['last_position', 'last_position = last_position + 1', 'segment', 40],
      ['earliest', `earliest = earliest - ${hour}`, 'segment', 40],
      ['latest', `latest = latest + ${hour}`, 'segment', 40],
      ['clocks', 'clocks = set_byte(clocks, 42, (get_byte(clocks, 42) + 1) % 256)', 'clock', 6],
      ['parts_root', 'parts_root = root', 'record', 1],
      ['root', 'root = parts_root', 'record', 1],
      ['chain', 'chain = root', 'record', 1],
      ['leaves', 'leaves = set_byte(leaves, 40, (get_byte(leaves, 40) + 1) % 256)', 'record', 1],
    ]) {
      await pool.query(`UPDATE audit.chain_segments SET ${change}`);
      expect((await verify()).difference, String(column)).toMatchObject({ kind, number });
      await pool.query('DELETE FROM audit.chain_segments; INSERT INTO audit.chain_segments SELECT * FROM kept');
    }
  });

  it('keeps the next head from being signed on another root', async () => {
    await pool.query('UPDATE audit.chain_segments SET parts = set_byte(parts, 40, (get_byte(parts, 40) + 1) % 256)');
    await append(5);
    await expect(publish()).rejects.toMatchObject({ name: 'HistoryChanged' });
  });

  it.each(['root', 'parts'])('is found in the %s of a head that was signed with another one', async (root) => {
    const [head] = (await allHeads(pool)).slice(-1);
    if (head === undefined) throw new Error('no head');
    const { signature: _, ...facts } = { ...head, [root]: head.chain };
    const forged = { ...facts, signature: key.sign(signedText(facts)).toString('base64') };
    const { difference } = await verifyChain({ store, pool, heads: [forged], positionsAreNumbers: true, now: clock() });
    expect(difference).toMatchObject({ kind: 'head', number: 40 });
  });

  it('is found by the signed heads where event and record were both made to fit', async () => {
    await tamper(pool, set(`type = 'Other'`));
    await pool.query('DELETE FROM audit.chain_segments');
    await expect(publish()).rejects.toMatchObject({ name: 'HistoryChanged' });
    expect((await verify()).difference).toMatchObject({ kind: 'head', number: 20 });
  });
});

describe('a record that was made before there were parts', () => {
  const before = () =>
    pool.query(`UPDATE audit.chain_segments SET parts = NULL, parts_root = NULL, earliest = NULL, latest = NULL;
      DELETE FROM audit.signed_heads; DELETE FROM audit.parts_secret`);

  it('is given them, and its newest head is signed again with them', async () => {
    await appendMany(SEGMENT_EVENTS + 30);
    await publish();
    const recorded = () => pool.query('SELECT * FROM audit.chain_segments ORDER BY number');
    const [{ root }] = (await recorded()).rows;
    await before();
    // As an earlier version signed it.
    await publishHead(pool, await headAt(pool, await newestSegment(pool)), { key, now: clock() });
    await publish();
    const heads = await allHeads(pool);
    expect(heads.map(({ events, parts }) => [events, parts === null]).sort()).toEqual([
      [SEGMENT_EVENTS + 30, false],
      [SEGMENT_EVENTS + 30, true],
    ]);
    const { rows } = await recorded();
    expect(rows[0].root).toEqual(root);
    for (const { events, parts, earliest } of rows) expect([parts.length, earliest]).toEqual([events * 32, clock()]);
    expect(await verify()).toMatchObject({ recorded: SEGMENT_EVENTS + 30, heads: 2, difference: null });
  });

  it('is given none where an event is not as it was recorded, and is signed without', async () => {
    await append(10);
    await publish();
    await before();
    await tamper(pool, `UPDATE event_store.events SET type = 'Other' WHERE position = 5`);
    await publish();
    expect((await allHeads(pool)).map(({ parts }) => parts)).toEqual([null]);
    expect((await verify()).difference).toMatchObject({ kind: 'changed', number: 5 });
  });
});

describe('the tree over hashes', () => {
  const hashes = (count: number) => Array.from({ length: count }, (_, n) => Buffer.alloc(32, n));

  it('is the same where its hashes come one by one, and over the roots of whole segments', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (count) => {
        const all = hashes(count);
        const tree = new GrowingTree();
        for (const hash of all) tree.add(hash);
        const roots = Array.from({ length: Math.ceil(count / 16) }, (_, n) => rootOf(all.slice(n * 16, (n + 1) * 16)));
        expect([tree.root(), rootOf(roots)]).toEqual([rootOf(all), rootOf(all)]);
      }),
    );
  });
});
