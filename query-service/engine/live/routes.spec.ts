import { LIVE_PATH } from '@perktree/contracts/kernel/live';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW, seed, uuid } from '../../testing/read-models.ts';
import { PEOPLE, queryTemplate } from '../../testing/rig.ts';
import { PositionFeed } from '../position-feed.ts';
import { mountLive } from './routes.ts';
import { Reader } from './testing/reader.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let app: FastifyInstance;
let url: string;
/** Who has a session. */
let people: Record<string, Session>;
let readers: Reader[];

/** More than the process may have; one spec lowers it. */
const limits = { perNetwork: 5 };

beforeEach(async () => {
  database = await createTestDatabase(queryTemplate);
  pool = createPool({ connectionString: database.connectionString, applicationName: 'live-spec' });
  await pool.query(`INSERT INTO read_models.projections VALUES ('sites', 1, 'live', 100)`);
  people = { ...PEOPLE };
  readers = [];
  limits.perNetwork = 5;
  app = createApp({ logger: false, publicOrigin: null });
  const feed = new PositionFeed(pool, app.log);
  app.addHook('onClose', () => feed.close());
  const authenticate = async (request: { headers: Record<string, unknown> }) =>
    people[String(request.headers['x-as'])] ?? null;
  mountLive(app, { pool, authenticate, logger: app.log }, feed, {
    perPerson: 2,
    get perNetwork() {
      return limits.perNetwork;
    },
    total: 4,
    heartbeatMs: [60, 90],
  });
  url = (await app.listen({ port: 0, host: '127.0.0.1' })) + LIVE_PATH;
});
afterEach(async () => {
  for (const reader of readers) reader.close();
  await app.close();
  await pool.end();
  await database.drop();
});

async function open(as: string, headers: Record<string, string> = {}, query = ''): Promise<Reader> {
  const reader = await Reader.open(url + query, as, headers);
  readers.push(reader);
  if (reader.response.status === 200) await expect.poll(() => reader.events[0]?.event).toBe('ready');
  return reader;
}
/** The read models have reached a position. */
const reach = (position: number) =>
  pool.query(`UPDATE read_models.projections SET position = ${position}; SELECT pg_notify('projected', '${position}')`);
/** Ends all streams: what was sent before has come by then. */
async function sentTo(...given: readonly Reader[]) {
  await app.close();
  await expect.poll(() => given.every(({ ended }) => ended)).toBe(true);
  return given.map(({ invalidations }) => invalidations);
}

/** The answers to the questions for changes. */
function questions() {
  const query = vi.spyOn(pool, 'query');
  return () =>
    query.mock.calls.flatMap(([what], n) =>
      (what as { text?: string }).text?.includes('moved') ? [query.mock.results[n]?.value] : [],
    );
}

/** A tree of two QRs: Emil has claimed the root, Dora what is below it. */
async function seedTree(position: number): Promise<void> {
  await seed(pool, 'qrs', { owner_id: 'emil', ...at(position) });
  await seed(pool, 'qrs', {
    qr_id: uuid('child'),
    parent_qr_id: uuid('qr'),
    depth: 1,
    owner_id: 'dora',
    ...at(position),
  });
}
/** `position` is no column of the contract's rows. */
const at = (position: number) => ({ position }) as object;

describe('GET /api/events', () => {
  it('is a stream that is not cached, and starts with its position', async () => {
    const reader = await open('owner');
    const header = (name: string) => reader.response.headers.get(name);
    expect(header('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(header('cache-control')).toBe('no-store');
    expect(header('x-accel-buffering')).toBe('no');
    expect(reader.events).toEqual([
      { event: 'ready', id: '100', data: { position: '100', keys: [], userId: 'owner', role: 'site_owner' } },
    ]);
  });

  it('notifies everyone concerned by a redemption of their own reads, with its position', async () => {
    await seedTree(50);
    await seed(pool, 'site_staff', at(50));
    const all = await Promise.all(['owner', 'dora', 'sam', 'carla'].map((name) => open(name)));
    const [owner, dora, sam, carla] = all as [Reader, Reader, Reader, Reader];
    await pool.query(`UPDATE read_models.qrs SET position = 101 WHERE depth = 1`);
    await seed(pool, 'scans', { qr_id: uuid('child'), ...at(101) });
    await seed(pool, 'redemptions', { qr_id: uuid('child'), ...at(101) });
    await seed(pool, 'ledger_entries', { distributor_id: 'dora', ...at(101) });
    await reach(101);

    const site = `/api/sites/${uuid('site')}`;
    expect(await owner.told(1)).toEqual(
      expect.arrayContaining(['/api/me/dashboard', `${site}/qrs`, `${site}/redemptions`, '/api/staff/validations']),
    );
    expect(await dora.told(1)).toEqual(
      expect.arrayContaining(['/api/distributors/me/ledger', '/api/distributors/me/qrs', '/api/me/dashboard']),
    );
    expect(await dora.told(1)).not.toContain(`${site}/redemptions`);
    expect((await sam.told(1)).toSorted()).toEqual(['/api/me/activity', '/api/me/dashboard', '/api/staff/validations']);
    expect((await carla.told(1)).toSorted()).toEqual(['/api/me/activity', '/api/me/dashboard', '/api/me/scans']);
    for (const reader of all) expect(reader.invalidations[0]).toMatchObject({ id: '101', data: { position: '101' } });
  });

  it('notifies the customer of a redemption that is undone', async () => {
    const carla = await open('carla');
    await seed(pool, 'redemptions', { reversed_at: NOW, is_wholly_reversed: true, ...at(101) });
    await reach(101);
    expect(await carla.told(1)).toContain('/api/me/scans');
  });

  it('notifies the owner of a dispute, which changes the page of its redemption', async () => {
    const [owner, dora] = (await Promise.all(['owner', 'dora'].map((name) => open(name)))) as [Reader, Reader];
    await seed(pool, 'disputes', at(101));
    await reach(101);
    expect((await owner.told(1)).toSorted()).toEqual([
      '/api/support/disputes',
      `/api/support/redemption/${uuid('redemption')}`,
    ]);
    expect((await sentTo(dora))[0]).toEqual([]);
  });

  it('notifies the owners of the QRs above', async () => {
    await seedTree(50);
    const emil = await open('emil');
    await pool.query(`UPDATE read_models.qrs SET position = 101 WHERE depth = 1`);
    await reach(101);
    expect(await emil.told(1)).toContain('/api/distributors/me/qrs');
  });

  it('notifies a distributor whose claim the owner has released, and the maker of a root that another one has claimed', async () => {
    await seedTree(50);
    await pool.query(`UPDATE read_models.qrs SET created_by = 'mona' WHERE depth = 0`);
    people.mona = { ...(PEOPLE.emil as Session), userId: 'mona' };
    const [dora, mona] = (await Promise.all(['dora', 'mona'].map((name) => open(name)))) as [Reader, Reader];
    await pool.query(`UPDATE read_models.qrs SET position = 101, owner_id = NULL WHERE depth = 1`);
    await pool.query(`UPDATE read_models.qrs SET position = 101 WHERE depth = 0`);
    await seed(pool, 'claims', { claim_id: 'release', qr_id: uuid('child'), distributor_id: 'dora', ...at(101) });
    await reach(101);
    for (const reader of [dora, mona]) expect(await reader.told(1)).toContain('/api/distributors/me/qrs');
  });

  it('notifies the owner, and the distributors that a QR concerns, of news', async () => {
    await seedTree(50);
    const [owner, emil, dora, rival] = await Promise.all(['owner', 'emil', 'dora', 'rival'].map((name) => open(name)));
    await seed(pool, 'notifications', { qr_id: uuid('child'), ...at(101) });
    await reach(101);
    for (const reader of [owner, emil, dora]) expect(await reader?.told(1)).toEqual(['/api/me/notifications']);
    expect(await sentTo(rival as Reader)).toEqual([[]]);
  });

  it('sends no changes of other people', async () => {
    await seedTree(50);
    const strangers = await Promise.all(['rival', 'carla', 'sam'].map((name) => open(name)));
    const admin = await open('admin');
    await pool.query(`UPDATE read_models.qrs SET position = 101`);
    await seed(pool, 'scans', { customer_id: 'another', ...at(101) });
    await seed(pool, 'flags', at(101));
    await reach(101);
    await admin.told(1);
    expect(await sentTo(...strangers)).toEqual([[], [], []]);
  });

  it('sends nothing about a subject that has not met a flag rule', async () => {
    const admin = await open('admin');
    const unflagged = { site_id: null, tenant_id: null, first_seen_at: null, last_seen_at: null };
    await seed(pool, 'flags', { ...unflagged, ...at(101) });
    const asked = questions();
    await reach(101);
    await expect.poll(() => asked().length).toBe(1);
    await asked()[0];
    const [told = []] = await sentTo(admin);
    expect(told.flatMap(({ data }) => data.keys)).toEqual([]);
  });

  it('asks once for all who are connected', async () => {
    const [owner] = await Promise.all(['owner', 'rival', 'carla', 'dora'].map((name) => open(name)));
    const asked = questions();
    for (const position of [101, 102]) {
      await seed(pool, 'flags', { flag_id: uuid(`flag ${position}`), ...at(position) });
      await reach(position);
      await expect.poll(() => owner?.invalidations.at(-1)?.id).toBe(`${position}`);
    }
    expect(asked()).toHaveLength(2);
  });

  it.each([
    ['the header that browsers send', { 'last-event-id': '101' }, ''],
    ['the query', {}, '?after=101'],
  ])('sends a returning client the changes that it has missed, by %s', async (_, headers, query) => {
    await seed(pool, 'payouts', at(101));
    await seed(pool, 'flags', at(102));
    await reach(105);
    const owner = await open('owner', headers, query);
    expect(await owner.told(1)).toEqual([`/api/sites/${uuid('site')}/flags`]);
    const rival = await open('rival', headers, query);
    expect(await sentTo(rival)).toEqual([[]]);
  });

  it('sends a new reader the changes since its page started to load', async () => {
    const admin = await open('admin');
    await seed(pool, 'flags', at(101));
    await reach(101);
    await admin.told(1);
    const owner = await open('owner');
    expect(await owner.told(1)).toEqual([`/api/sites/${uuid('site')}/flags`]);
  });

  it('reports that everything may have changed, for an unknown position', async () => {
    await reach(20_000);
    expect(await (await open('owner', {}, '?after=20001')).told(1)).toEqual(['/api']);
  });

  it('refuses anonymous callers and malformed positions', async () => {
    expect((await open('stranger')).response.status).toBe(401);
    for (const query of ['?after=x', '?before=1']) expect((await open('owner', {}, query)).response.status).toBe(400);
    expect((await open('owner', { 'last-event-id': '-1' })).response.status).toBe(400);
  });

  it('refuses more streams than a network may have, from any of its callers', async () => {
    limits.perNetwork = 3;
    for (const as of ['owner', 'rival', 'dora']) expect((await open(as)).response.status).toBe(200);
    expect((await open('carla')).response.status).toBe(429);
  });

  it('refuses more streams than a person or the process may have, until one ends', async () => {
    const first = await open('owner');
    await open('owner');
    const third = await open('owner');
    expect(third.response.status).toBe(429);
    expect(third.response.headers.get('retry-after')).toBe('30');
    await open('rival');
    await open('rival');
    const full = await open('carla');
    expect(full.response.status).toBe(503);
    expect(full.response.headers.get('retry-after')).not.toBeNull();
    first.close();
    await expect.poll(async () => (await open('carla')).response.status).toBe(200);
  });

  it('opens where the first read takes longer than several heartbeats', async () => {
    const rival = await open('rival');
    const before = rival.heartbeats;
    const query = pool.query.bind(pool) as (question: unknown) => Promise<unknown>;
    const slowQuery = async (question: unknown) => {
      await expect.poll(() => rival.heartbeats).toBeGreaterThan(before + 2);
      return query(question);
    };
    vi.spyOn(pool, 'query').mockImplementation(slowQuery as never);
    const owner = await open('owner');
    expect(owner.response.status).toBe(200);
    await expect.poll(() => owner.heartbeats).toBeGreaterThan(1);
    expect(owner.ended).toBe(false);
  });

  it('sends heartbeats, and ends with the session or when that changes its role or business', async () => {
    const [owner, dora] = [await open('owner'), await open('dora')];
    await expect.poll(() => owner.heartbeats).toBeGreaterThan(1);
    delete people.owner;
    people.dora = { ...(people.dora as Session), role: 'customer' };
    await expect.poll(() => owner.ended && dora.ended).toBe(true);
    expect(owner.events.at(-1)?.event).toBe('signed-out');
    // So that the client reconnects.
    expect(dora.events.map(({ event }) => event)).toEqual(['ready']);
  });

  it('recovers after the read models were unavailable', async () => {
    const warn = vi.spyOn(app.log, 'warn');
    const owner = await open('owner');
    await pool.query('ALTER TABLE read_models.flags RENAME TO gone');
    await reach(101);
    await expect.poll(() => warn).toHaveBeenCalledWith(expect.anything(), 'cannot send changes to open pages');
    await pool.query('ALTER TABLE read_models.gone RENAME TO flags');
    await seed(pool, 'flags', at(101));
    expect(await owner.told(1)).toEqual([`/api/sites/${uuid('site')}/flags`]);
  });
});
