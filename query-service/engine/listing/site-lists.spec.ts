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

type Item = Record<string, string>;

/** All pages of a list, and what its first page says that there are. */
async function whole(path: string, as = 'owner', of = (body: unknown) => body as Item[]) {
  const items: Item[] = [];
  const url = (cursor?: string) =>
    `${path}${path.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${cursor}` : ''}`;
  const first = await rig.get(url(), as);
  let page = first;
  for (;;) {
    expect(page.statusCode, page.body).toBe(200);
    items.push(...of(page.json()));
    const cursor = page.headers['x-next-cursor'] as string | undefined;
    if (cursor === undefined) return { items, total: Number(first.headers['x-total-count']) };
    page = await rig.get(url(cursor), as);
  }
}

const CSV = { accept: 'text/csv', 'accept-language': 'es' };
const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n');
const distributors = (body: unknown) => (body as { distributors: Item[] }).distributors;
const idOf = (item: Item) => String(item.id ?? item.userId ?? item.distributorId);

describe.each([
  { list: '/api/me/sites', count: MANY + 1, orders: ['newest', 'oldest', 'name'], title: /^Sitio,/ },
  { list: `${SITE}/staff`, count: MANY + 2, orders: ['newest', 'oldest'], title: /^Nombre,Correo electrónico,/ },
  {
    list: `${SITE}/blocked-distributors`,
    count: MANY - 1,
    orders: ['newest', 'oldest'],
    title: /^ID del distribuidor,Distribuidor,/,
  },
  {
    list: `${SITE}/top-distributors`,
    count: MANY + 1,
    orders: ['amount'],
    title: /^ID del distribuidor,Distribuidor,QR,/,
  },
  {
    list: `${SITE}/balances`,
    count: MANY + 2,
    orders: ['amount'],
    title: /^ID del distribuidor,Distribuidor,Moneda,/,
    of: distributors,
  },
])('$list of a large customer', ({ list, count, orders, title, of }) => {
  it.each(orders)('is reached to its end, each row once, by %s', async (sort) => {
    const { items, total } = await whole(`${list}?sort=${sort}`, 'owner', of);
    expect(total).toBe(count);
    expect(new Set(items.map(idOf)).size).toBe(count);
    expect(items).toHaveLength(count);
  });

  it('is whole in its CSV', async () => {
    const answer = await rig.get(list, 'owner', CSV);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = linesOf(answer.body);
    expect(lines[0]).toMatch(title);
    expect(lines).toHaveLength(count + 1);
  });

  it('has pages without being asked for them', async () => {
    const answer = await rig.get(list, 'owner');
    expect((of ?? ((body) => body as Item[]))(answer.json()).length).toBeLessThanOrEqual(200);
    expect(answer.headers['x-next-cursor']).toMatch(/./);
    expect(answer.body.length).toBeLessThan(256 * 1024);
  });

  it('refuses an unknown order, a cursor of another list, and one with a time that no database has', async () => {
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
  const [titles = ''] = linesOf((await rig.get(`${SITE}/staff`, 'owner', { accept })).body);
  expect(titles.split(separator).length).toBeGreaterThan(2);
});

describe('a search', () => {
  const found = async (path: string, of?: typeof distributors) => (await whole(path, 'owner', of)).items.map(idOf);

  it('finds sites by name and currency, in a state', async () => {
    expect(await found('/api/me/sites?q=abaco')).toEqual([uuid('site')]);
    expect(await found('/api/me/sites?q=gbp')).toEqual([uuid('site')]);
    expect(await found('/api/me/sites?q=rival')).toEqual([]);
    expect(await found('/api/me/sites?show=inactive')).toHaveLength(MANY / 10);
    expect(await found('/api/me/sites?show=active&q=bar 450')).toEqual([]);
  });

  it('reaches one site by its id, of the caller’s own alone', async () => {
    expect(await found(`/api/me/sites?ids=${uuid('site')}`)).toEqual([uuid('site')]);
    expect(await found(`/api/me/sites?ids=${uuid('rival')}`)).toEqual([]);
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
    expect(await idsIn(SITE_BALANCES, siteBalancesScope(uuid('site'), NOW), ['dist-2 GBP'])).toEqual(['dist-2 GBP']);
  });

  it('sorts sites by name without regard to case and accents', async () => {
    const [first] = (await rig.get('/api/me/sites?sort=name&limit=1', 'owner')).json();
    expect(first).toMatchObject({ name: 'Ábaco' });
  });

  it('finds staff by name and address, and erased accounts as they are shown', async () => {
    expect(await found(`${SITE}/staff?q=of worker-450`)).toEqual(['worker-450']);
    expect(await found(`${SITE}/staff?q=sam@shop`)).toEqual(['sam']);
    expect(await found(`${SITE}/staff?q=usuario eliminado`)).toEqual(['erased']);
    expect(await found(`${SITE}/staff?q=rico`)).toEqual([]);
  });

  it('finds distributors by name', async () => {
    expect(await found(`${SITE}/blocked-distributors?q=blocked-449`)).toEqual(['blocked-449']);
    expect(await found(`${SITE}/top-distributors?q=dist-2 name`)).toContain('dist-2');
    expect(await found(`${SITE}/balances?q=dist-450`, distributors)).toEqual(['dist-450']);
  });

  it('finds balances that no payout settles', async () => {
    expect(await found(`${SITE}/balances?show=unpayable`, distributors)).toEqual(['erased', 'dist-9']);
  });
});

describe('sites', () => {
  it('are those of the tenant and those where the owner works', async () => {
    await seed(rig.pool, 'site_staff', { staff_id: 'both', user_id: 'both', site_id: uuid('rival') });
    const { items, total } = await whole('/api/me/sites', 'both');
    expect(total).toBe(MANY + 2);
    expect(items.map(({ name }) => name)).toContain('Rival');
  });
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

  it('are reached to their end by name', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (const _ of NAMES) {
      const answer = await rig.get(`/api/me/sites?sort=name&limit=1${cursor}`, 'otherScripts');
      expect(answer.statusCode, answer.body).toBe(200);
      seen.push(...answer.json().map(({ id }: Item) => id));
      cursor = `&cursor=${answer.headers['x-next-cursor']}`;
    }
    expect(seen.toSorted()).toEqual(NAMES.map(uuid).toSorted());
  });

  it.each(MARKED)('are found by their whole name: %s', async (name) => {
    const { items } = await whole(`/api/me/sites?q=${encodeURIComponent(name)}`, 'otherScripts');
    expect(items.map(idOf)).toEqual([uuid(name)]);
  });

  it.each([...SIGMAS, 'καφεσ', 'ΚΑΦΕΣ'])('are found with each form of sigma: %s', async (q) => {
    const { items } = await whole(`/api/me/sites?q=${encodeURIComponent(q)}`, 'otherScripts');
    expect(items.map(idOf).toSorted()).toEqual(SIGMAS.map(uuid).toSorted());
  });
});

/** In the order of people, ascending. */
const SORTED = [
  '2',
  '10',
  'Arm',
  'Ärmel',
  'Item 2',
  'Item 10',
  'Item 10 b',
  'Straße 1',
  'Zoo',
  'Ωmega',
  'Яблоко',
  '茶',
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
      const seen: string[] = [];
      let cursor = '';
      for (const _ of SORTED) {
        const answer = await rig.get(`${path}?sort=name&limit=1${cursor}`, 'sortedNames');
        seen.push(...answer.json().map(({ name }: { name: string }) => name));
        cursor = `&cursor=${answer.headers['x-next-cursor']}`;
      }
      expect(seen).toEqual(SORTED);
      expect(cursor).toBe('&cursor=undefined');
    },
  );

  it.each(['strasse', 'STRASSE', 'straße', 'STRAẞE'])('with ß are found by %s', async (q) => {
    const found = await rig.get(`/api/me/sites?q=${encodeURIComponent(q)}`, 'sortedNames');
    expect(found.json()).toHaveLength(1);
  });
});
