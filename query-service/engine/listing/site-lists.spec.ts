import { encodeCursor } from '@perktree/platform/cursor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOP_DISTRIBUTORS } from '../../distributor/standings.ts';
import { SITE_BALANCES, siteBalancesScope } from '../../ledger/balances.ts';
import { STAFF } from '../../site/query.ts';
import { NOW, seed, uuid } from '../../testing/read-models.ts';
import { session, startRig } from '../../testing/rig.ts';
import { type Listing, type ListScope, rowsOf } from './listing.ts';

const SITE = `/api/sites/${uuid('site')}`;
/** More than the longest page. */
const MANY = 450;
const ownerOf = (name: string, tenant: string) => session(name, 'site_owner', { tenantId: uuid(tenant) });
const people = {
  otherScripts: ownerOf('otherScripts', 'other scripts'),
  sortedNames: ownerOf('sortedNames', 'sorted names'),
};
const rig = await startRig({ people });
const { pool } = rig;
await seed(
  pool,
  'sites',
  { name: 'Ábaco', currency: 'GBP', created_at: '2026-01-02T00:00:00.000Z' },
  { site_id: uuid('rival'), tenant_id: uuid('rival tenant'), name: 'Rival' },
);
await pool.query(
  `INSERT INTO read_models.sites SELECT copy.* FROM read_models.sites s, generate_series(1, ${MANY}) n,
     jsonb_populate_record(s, jsonb_build_object('site_id', gen_random_uuid(), 'currency', 'EUR',
       'name', 'Bar ' || n, 'is_active', n % 10 <> 0, 'created_at', s.created_at + (n / 3) * interval '1 hour')) copy
   WHERE s.site_id = '${uuid('site')}'`,
);
await seed(
  pool,
  'site_staff',
  {},
  { staff_id: 'erased', user_id: 'erased', joined_at: '2026-03-09T13:00:00.000Z' },
  { staff_id: 'gone', user_id: 'gone', is_active: false },
  { staff_id: 'rival', user_id: 'rico', site_id: uuid('rival') },
);
await pool.query(
  `INSERT INTO read_models.site_staff SELECT copy.* FROM read_models.site_staff s, generate_series(1, ${MANY}) n,
     jsonb_populate_record(s, jsonb_build_object('staff_id', 'staff ' || n, 'user_id', 'worker-' || n,
       'joined_at', s.joined_at - interval '1 hour')) copy WHERE s.staff_id = 'staff'`,
);
await pool.query(
  `INSERT INTO read_models.site_blocks (block_id, site_id, tenant_id, distributor_id, is_blocked, blocked_at)
   SELECT 'block ' || n, '${uuid('site')}', '${uuid('tenant')}', 'blocked-' || n, n <> 7,
     '2026-03-09T12:00:00Z'::timestamptz - (n / 3) * interval '1 hour' FROM generate_series(1, ${MANY}) n`,
);
await pool.query(
  `INSERT INTO read_models.earnings SELECT 'e' || n, '${uuid('site')}', '${uuid('tenant')}', 'dist-' || n, 'GBP', '2026-03',
     n / 3, 0, 0 FROM generate_series(1, ${MANY}) n`,
);
await seed(pool, 'ledger_entries', { amount_minor: 1n, currency: 'GBP', distributor_id: 'dist-0' });
await pool.query(
  `INSERT INTO read_models.ledger_entries SELECT copy.* FROM read_models.ledger_entries e, generate_series(1, ${MANY}) n,
     jsonb_populate_record(e, jsonb_build_object('entry_id', gen_random_uuid(), 'distributor_id', 'dist-' || n,
       'amount_minor', CASE WHEN n = 9 THEN -5 ELSE n / 3 END, 'matures_at', e.created_at)) copy`,
);
await seed(pool, 'ledger_entries', {
  ...{ entry_id: uuid('owed to erased'), distributor_id: 'erased', currency: 'GBP', amount_minor: 3n },
});
await seed(pool, 'earnings', { earnings_id: 'erased', distributor_id: 'erased', earned_minor: 3n });
afterAll(() => rig.close());

const distributors = (body: { readonly distributors: readonly Record<string, string>[] }) => body.distributors;
const idOf = (item: Record<string, string>) => String(item.id ?? item.userId ?? item.distributorId);

describe.each<{ list: string; count: number; orders: string[]; title: string; of?: typeof distributors }>([
  { list: '/api/me/sites', count: MANY + 1, orders: ['newest', 'oldest', 'name'], title: 'Sitio,' },
  { list: `${SITE}/staff`, count: MANY + 2, orders: ['newest', 'oldest'], title: 'Nombre,Correo electrónico,' },
  {
    ...{ list: `${SITE}/blocked-distributors`, count: MANY - 1, orders: ['newest', 'oldest'] },
    title: 'ID del distribuidor,Distribuidor,',
  },
  {
    ...{ list: `${SITE}/top-distributors`, count: MANY + 1, orders: ['amount'] },
    title: 'ID del distribuidor,Distribuidor,QR reclamados ahora,',
  },
  {
    ...{ list: `${SITE}/balances`, count: MANY + 2, orders: ['amount'], of: distributors },
    title: 'ID del distribuidor,Distribuidor,Moneda,',
  },
])('$list of a large customer', ({ list, count, orders, title, of }) => {
  it.each(orders)('is reached to its end, each row once, by %s', async (sort) => {
    const { items, total } = await rig.pages(`${list}?sort=${sort}`, 'owner', 200, of);
    expect([total, items.length, new Set(items.map(idOf)).size]).toEqual([count, count, count]);
  });

  it('is whole in its CSV, has pages without being asked for them, and takes no order or cursor of another', async () => {
    const lines = await rig.csv(list, 'owner', 'es');
    expect([lines.length, lines[0]?.slice(0, title.length)]).toEqual([count + 1, title]);
    const answer = await rig.get(list, 'owner');
    expect((of ?? ((body) => body as never))(answer.json()).length).toBeLessThanOrEqual(200);
    expect(answer.headers['x-next-cursor']).toMatch(/./);
    expect(answer.body.length).toBeLessThan(256 * 1024);
    // A time that no database has.
    const yearZero = encodeCursor(['0000-01-01T00:00:00Z', uuid('site')]);
    for (const query of ['sort=size', 'cursor=bnVsbA', `cursor=${yearZero}`]) {
      expect((await rig.get(`${list}?${query}`, 'owner')).statusCode).toBe(400);
    }
  });
});

it.each([
  ['text/csv;separator=semicolon', ';'],
  ['text/csv; charset=utf-8; separator="semicolon"', ';'],
  ['text/csv, application/json;separator=semicolon', ','],
  ['text/csv;separator=tab', ','],
])('a CSV has the separators that %s asks for', async (accept, separator) => {
  const [titles = ''] = (await rig.get(`${SITE}/staff`, 'owner', { accept })).body.split('\r\n');
  expect(titles.split(separator).length).toBeGreaterThan(2);
});

describe('a search', () => {
  it.each<[string, string[], typeof distributors?]>([
    ['/api/me/sites?q=abaco', [uuid('site')]],
    ['/api/me/sites?q=gbp', [uuid('site')]],
    ['/api/me/sites?q=rival', []],
    ['/api/me/sites?show=active&q=bar 450', []],
    [`/api/me/sites?ids=${uuid('site')}`, [uuid('site')]],
    [`/api/me/sites?ids=${uuid('rival')}`, []],
    [`${SITE}/staff?q=of worker-450`, ['worker-450']],
    [`${SITE}/staff?q=sam@shop`, ['sam']],
    [`${SITE}/staff?q=usuario eliminado`, ['erased']],
    [`${SITE}/staff?q=rico`, []],
    [`${SITE}/blocked-distributors?q=blocked-449`, ['blocked-449']],
    [`${SITE}/top-distributors?q=name dist-450`, ['dist-450']],
    [`${SITE}/balances?q=dist-450`, ['dist-450'], distributors],
    // What no payout settles.
    [`${SITE}/balances?show=unpayable`, ['erased', 'dist-9'], distributors],
  ])('%s finds %j', async (path, ids, of) => {
    expect((await rig.pages(path, 'owner', 200, of)).items.map(idOf)).toEqual(ids);
  });

  it('of sites finds those out of use, and names a field that is no id', async () => {
    expect((await rig.pages('/api/me/sites?show=inactive', 'owner')).total).toBe(MANY / 10);
    expect((await rig.get('/api/me/sites?ids=x', 'owner')).json()).toMatchObject({ issues: [{ path: 'ids' }] });
  });

  it('reaches rows by ids that are text', async () => {
    const idsIn = async <Row extends object>(listing: Listing<Row>, scope: ListScope, ids: readonly string[]) => {
      const wanted = { scope, ids, words: [], show: undefined, sort: undefined, now: NOW };
      return (await rowsOf(rig.reading, listing, wanted, { limit: 10, after: null })).map(listing.idOf);
    };
    const staff = { condition: 'w.site_id = :scope::uuid', value: uuid('site') };
    expect(await idsIn(STAFF, staff, ['staff 2', 'rival'])).toEqual(['staff 2']);
    const top = { condition: ':scope::uuid IS NOT NULL', value: uuid('site') };
    expect(await idsIn(TOP_DISTRIBUTORS, top, ['dist-2', 'x'])).toEqual(['dist-2']);
    expect(
      await idsIn(SITE_BALANCES, siteBalancesScope(uuid('site'), { asOf: NOW, until: NOW }), ['dist-2 GBP']),
    ).toEqual(['dist-2 GBP']);
  });
});

it('sites are those of the tenant and those where the owner works', async () => {
  await seed(rig.pool, 'site_staff', { staff_id: 'both', user_id: 'both', site_id: uuid('rival') });
  const { items, total } = await rig.pages('/api/me/sites', 'both');
  expect(total).toBe(MANY + 2);
  expect(items.map(({ name }) => name)).toContain('Rival');
});

describe('sites with names in other scripts', () => {
  const LONGEST = ['각'.repeat(120), '각'.repeat(119), 'Ǘ'.repeat(120)];
  const MARKED = ['चाय मुंबई', 'ร้านน้ำชา'];
  /** The small form of Σ at the end of a word is ς, elsewhere σ. */
  const SIGMAS = ['ΚΑΦΕΣ ΣΩΚΡΑΤΗΣ', 'Καφές Σωκράτης', 'καφέσ σωκράτησ'];
  const NAMES = [...LONGEST, ...MARKED, ...SIGMAS];
  beforeAll(() =>
    seed(rig.pool, 'sites', ...NAMES.map((name) => ({ name, site_id: uuid(name), tenant_id: uuid('other scripts') }))),
  );

  const found = async (query: string) =>
    (await rig.pages(`/api/me/sites?${query}`, 'otherScripts', 1)).items.map(idOf).toSorted();

  it('are reached to their end by name', async () => {
    expect(await found('sort=name')).toEqual(NAMES.map(uuid).toSorted());
  });

  it.each<[string, string[]]>([
    ...MARKED.map((name): [string, string[]] => [name, [name]]),
    ...[...SIGMAS, 'καφεσ', 'ΚΑΦΕΣ'].map((q): [string, string[]] => [q, SIGMAS]),
  ])('are found by %s', async (q, names) => {
    expect(await found(`q=${encodeURIComponent(q)}`)).toEqual(names.map(uuid).toSorted());
  });
});

/** In the order of people, ascending. */
const SORTED = [
  ...['2', '10', 'Arm', 'Ärmel', 'Item 2', 'Item 10', 'Item 10 b', 'Straße 1', 'Zoo', 'Ωmega', 'Яблоко', '茶'],
];
describe('names', () => {
  beforeAll(async () => {
    const tenant_id = uuid('sorted names');
    for (const name of SORTED.toSorted()) {
      await seed(rig.pool, 'sites', { name, site_id: uuid(`sorted ${name}`), tenant_id });
      await seed(rig.pool, 'qrs', { name, qr_id: uuid(`sorted qr ${name}`), site_id: uuid('sorted Arm'), tenant_id });
    }
  });

  it.each(['/api/me/sites', `/api/sites/${uuid('sorted Arm')}/qrs`, `/api/sites/${uuid('sorted Arm')}/qrs/labels`])(
    'are in the order of people on every page of %s',
    async (path) => {
      const { items } = await rig.pages(`${path}?sort=name`, 'sortedNames', 1);
      expect(items.map(({ name }) => name)).toEqual(SORTED);
    },
  );

  it.each(['strasse', 'STRASSE', 'straße', 'STRAẞE'])('with ß are found by %s', async (q) => {
    expect((await rig.pages(`/api/me/sites?q=${encodeURIComponent(q)}`, 'sortedNames')).total).toBe(1);
  });
});
