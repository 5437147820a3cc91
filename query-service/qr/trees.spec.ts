import { treeAnswer, treeRow } from '@perktree/contracts/qr/answers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { type Rig, startRig } from '../testing/rig.ts';

let made = 0n;
const site = (path: string) => `/api/sites/${uuid('site')}${path}`;
const OWN = '/api/distributors/me/qrs';

type Place = { name: string; root: string; parent?: string; depth?: number } & Record<string, unknown>;
const qr = ({ name, root, parent, depth = 0, ...more }: Place) => ({
  qr_id: uuid(name),
  name,
  root_qr_id: uuid(root),
  parent_qr_id: parent === undefined ? null : uuid(parent),
  depth,
  commission_bp: 100,
  customer_token: `c-${name}`,
  distributor_token: `d-${name}`,
  made_order: ++made,
  ...more,
});

/**
 * old ─ b (emil) ─ c ─ d ─ e, old ─ f; wide ─ 300 children w0 to w299 of one split, w7 ─ w7a; new (made by dora). Another
 * tenant's tree.
 */
const rig = await startRig();
const other = { site_id: uuid('other'), tenant_id: uuid('rival tenant') };
await seed(rig.pool, 'sites', {}, other);
await seed(
  rig.pool,
  'qrs',
  qr({ name: 'old', root: 'old', commission_bp: 1000 }),
  qr({ name: 'b', root: 'old', parent: 'old', depth: 1, owner_id: 'emil', total_scans: 9 }),
  qr({ name: 'c', root: 'old', parent: 'b', depth: 2 }),
  qr({
    name: 'd',
    root: 'old',
    parent: 'c',
    depth: 3,
    owner_id: 'emil',
    text_reward: 'Café gratis',
    benefit_type: 'TEXT_REWARD',
  }),
  qr({ name: 'e', root: 'old', parent: 'd', depth: 4, expires_at: NOW }),
  qr({ name: 'f', root: 'old', parent: 'old', depth: 1, is_active: false }),
  qr({ name: 'wide', root: 'wide', owner_id: 'dora', commission_bp: 9000 }),
  ...Array.from({ length: 300 }, (_, n) =>
    qr({ name: `w${n}`, root: 'wide', parent: 'wide', depth: 1, commission_bp: 10 }),
  ),
  qr({ name: 'w7a', root: 'wide', parent: 'w7', depth: 2 }),
  qr({ name: 'new', root: 'new', created_by: 'dora' }),
  qr({ name: 'foreign', root: 'foreign', ...other, owner_id: 'emil' }),
);
afterAll(() => rig.close());

type Row = { name: string; level: number; childCount: number; path: { name: string }[] | null };
const shape = (rows: readonly Row[]) => rows.map(({ level, name }) => '·'.repeat(level) + name);

const all = async (path: string, as: string) => (await rig.pages<Row>(path, as, 120)).items;

describe('GET …/qrs?levels=', () => {
  it('answers three levels, the newest of each level first', async () => {
    const rows = await all(site('/qrs?levels=3'), 'owner');
    for (const row of rows) treeRow.parse(row);
    const wide = Array.from({ length: 300 }, (_, n) => [`·w${n}`, ...(n === 7 ? ['··w7a'] : [])])
      .toReversed()
      .flat();
    expect(shape(rows)).toEqual(['new', 'wide', ...wide, 'old', '·f', '·b', '··c']);
    expect(rows[1]).toMatchObject({ childCount: 300, level: 0, path: null, availableCommission: 60 });
    expect(rows.find(({ name }) => name === 'c')).toMatchObject({ childCount: 1 });
  });

  it('opens and closes what is toggled, in any number of levels', async () => {
    const toggled = ['wide', 'c', 'd'].map(uuid).join(',');
    expect(shape(await all(site(`/qrs?levels=3&toggled=${toggled}`), 'owner'))).toEqual([
      ...['new', 'wide', 'old', '·f', '·b', '··c', '···d', '····e'],
    ]);
    expect(shape(await all(site('/qrs?levels=1'), 'owner'))).toEqual(['new', 'wide', 'old']);
  });

  it('gives distributors what they claimed or made, with what is below, and nothing above', async () => {
    expect(shape(await all(`${OWN}?levels=33`, 'emil'))).toEqual(['foreign', 'b', '·c', '··d', '···e']);
    const own = await all(`${OWN}?levels=1`, 'dora');
    expect(shape(own)).toEqual(['new', 'wide']);
    for (const row of own) expect(row).toMatchObject({ internalName: null });
  });

  it('answers the rows below one QR, to its owner and to distributors above it', async () => {
    const below = (name: string) => `levels=2&below=${uuid(name)}`;
    const shown = async (query: string) => shape(await all(site(`/qrs?${query}`), 'owner'));
    expect(await shown(below('old'))).toEqual(['·b', '·f']);
    expect(await shown(`${below('old')}&toggled=${uuid('b')}`)).toEqual(['·b', '··c', '·f']);
    expect(await shown(below('e'))).toEqual([]);
    expect(await shown(below('wide'))).toHaveLength(300);
    expect(shape(await all(`${OWN}?${below('b')}`, 'emil'))).toEqual(['·c']);
    expect((await rig.get(`${OWN}?${below('old')}`, 'emil')).statusCode).toBe(404);
    expect((await rig.get(site(`/qrs?${below('foreign')}`), 'owner')).statusCode).toBe(404);
    expect((await rig.get(site('/qrs?levels=2&below=x'), 'owner')).json().issues?.[0]?.path).toBe('below');
  });

  it('are counted below a QR, in use and deactivated, for the owner alone', async () => {
    const below = (name: string, as = 'owner') => rig.get(site(`/qrs/${uuid(name)}/below`), as);
    expect((await below('old')).json()).toEqual({ active: 4, inactive: 1 });
    expect((await below('wide')).json()).toEqual({ active: 301, inactive: 0 });
    expect((await below('e')).json()).toEqual({ active: 0, inactive: 0 });
    expect((await below('b', 'emil')).statusCode).toBe(403);
    expect((await below('foreign')).statusCode).toBe(404);
  });

  it('answers what matches a search with the path to it', async () => {
    const paths = async (path: string, as: string) =>
      (await all(path, as)).map(({ name, path, level }) => [name, level, path?.map((one) => one.name).join('/')]);
    expect(await paths(site('/qrs?levels=3&q=cafe'), 'owner')).toEqual([['d', 3, 'old/b/c']]);
    expect(await paths(`${OWN}?levels=3&q=cafe`, 'emil')).toEqual([['d', 2, 'b/c']]);
    expect(await paths(site('/qrs?levels=3&show=expired'), 'owner')).toEqual([['e', 4, 'old/b/c/d']]);
    expect((await all(site('/qrs?levels=3&sort=scans'), 'owner'))[0]).toMatchObject({
      name: 'b',
      path: [{ name: 'old' }],
    });
    expect((await all(site('/qrs?levels=3&q=name+emil'), 'owner')).map(({ name }) => name)).toEqual(['d', 'b']);
    const again = await rig.get(site(`/qrs?levels=3&ids=${uuid('c')},${uuid('new')}`), 'owner');
    expect(again.json()).toMatchObject([
      { name: 'new', level: 0, path: null },
      { name: 'c', level: 2, path: null },
    ]);
    expect((await all(`${OWN}?levels=3&show=mine`, 'emil')).map(({ name }) => name)).toEqual(['foreign', 'd', 'b']);
  });

  it('refuses what it did not hand out, naming the field', async () => {
    for (const [query, path] of [
      ['levels=0', 'levels'],
      ['levels=3&toggled=x', 'toggled.0'],
      ['levels=3&cursor=x', 'cursor'],
      ['levels=3&show=mine', 'show'],
    ]) {
      const answer = await rig.get(site(`/qrs?${query}`), 'owner');
      expect([answer.statusCode, answer.json().issues?.[0]?.path]).toEqual([400, path]);
    }
    expect((await rig.get(site('/qrs?levels=3'), 'rival')).statusCode).toBe(404);
    expect((await rig.get(site('/qrs?levels=3'), 'dora')).statusCode).toBe(403);
    expect((await rig.get(OWN, 'owner')).statusCode).toBe(403);
    const cursor = Buffer.from(JSON.stringify([uuid('foreign')])).toString('base64url');
    expect((await rig.get(site(`/qrs?levels=3&cursor=${cursor}`), 'owner')).json()).toEqual([]);
  });
});

it('GET …/qrs searches, filters, sorts and counts, and streams what matches as CSV', async () => {
  const { items, total } = await rig.pages<Row>(site('/qrs?q=w29&sort=name'), 'owner', 3);
  expect(total).toBe(11);
  expect(items.map(({ name }) => name)).toEqual(['w29', ...Array.from({ length: 10 }, (_, n) => `w29${n}`)]);
  const [head, line, ...more] = await rig.csv(site('/qrs?levels=3&show=expired'), 'owner', 'es');
  expect(head).toMatch(/QR padre,Nombre/);
  expect(line).toContain(`${uuid('e')},${uuid('d')},e,`);
  expect(line).toMatch(/,\d+\.\d{2},\d+\.\d{2},/);
  expect(more).toEqual([]);
});

it('GET …/qrs/labels answers the labels of what matches, links only', async () => {
  const path = site('/qrs/labels?limit=1000');
  expect((await rig.get(path, 'owner')).json()).toHaveLength(309);
  const some = await rig.get(`${path}&q=cafe`, 'owner');
  expect(some.headers['x-total-count']).toBe('1');
  const label = { name: 'd', benefitDisplay: 'Café gratis', brand: null, design: null };
  const terms = { type: 'TEXT_REWARD', discountPercent: 20, discountFixedAmount: null, textReward: 'Café gratis' };
  const customerUrl = 'https://perktree.example/scan/customer/c-d';
  expect(some.json()).toEqual([{ id: uuid('d'), ...label, benefitTerms: { ...terms, currency: 'EUR' }, customerUrl }]);
  const own = `/api/distributors/me/qrs/labels?ids=${uuid('e')},${uuid('f')}`;
  expect((await rig.get(own, 'emil')).json().map(({ name }: Row) => name)).toEqual(['e']);
  expect((await rig.get(site('/qrs/labels?limit=1001'), 'owner')).statusCode).toBe(400);
});

describe('GET …/qrs/:qrId/tree', () => {
  it('is paged above 200 QRs, each page with the QRs above its own', async () => {
    const path = site(`/qrs/${uuid('wide')}/tree`);
    const first = await rig.get(path, 'owner');
    const tree = treeAnswer.parse(first.json());
    expect(tree.children.map(({ name }) => name)).toEqual(Array.from({ length: 199 }, (_, n) => `w${n}`));
    const second = await rig.get(`${path}?cursor=${first.headers['x-next-cursor']}`, 'owner');
    expect(second.json()).toMatchObject({ qr: { name: 'wide' }, availableCommission: 60 });
    expect(second.json().children.map(({ name }: Row) => name)).toEqual(
      Array.from({ length: 101 }, (_, n) => `w${199 + n}`),
    );
    expect(second.headers['x-next-cursor']).toBeUndefined();

    const chain = site(`/qrs/${uuid('old')}/tree`);
    const top = await rig.get(`${chain}?limit=2`, 'owner');
    const rest = await rig.get(`${chain}?limit=2&cursor=${top.headers['x-next-cursor']}`, 'owner');
    expect(rest.json().children).toMatchObject([
      { name: 'b', children: [{ name: 'c', children: [{ name: 'd', children: [{ name: 'e' }] }] }] },
    ]);
  });

  it('is read together with other trees, each with its own rows', async () => {
    const path = (name: string, query = '') => site(`/qrs/${uuid(name)}/tree${query}`);
    const first = await rig.get(path('wide', '?limit=3'), 'owner');
    const paths = [
      ...['old', 'wide', 'b', 'e', 'new'].map((name) => path(name)),
      ...['?limit=1', '?limit=2', `?limit=3&cursor=${first.headers['x-next-cursor']}`].map((page) =>
        path('wide', page),
      ),
    ];
    const alone: Awaited<ReturnType<Rig['get']>>[] = [];
    for (const each of paths) alone.push(await rig.get(each, 'owner'));
    const query = vi.spyOn(rig.reading, 'query');
    // After a change nothing is cached.
    await rig.pool.query(`INSERT INTO read_models.projections VALUES ('qrs', 1, 'live', 2)`);
    const together = await Promise.all(paths.map((each) => rig.get(each, 'owner', { 'X-Min-Position': '2' })));
    const read = query.mock.calls.map(([config]) => config as unknown as { name?: string; values: string[][] });
    query.mockRestore();
    const trees = read.flatMap(({ name, values }) => (name === 'select-descendants' ? [values[0]?.length] : []));
    expect(trees.reduce((sum = 0, count = 0) => sum + count, 0)).toBe(paths.length);
    expect(trees.length).toBeLessThan(4);
    const sent = (answer: (typeof alone)[number]) => [answer.body, answer.headers['x-next-cursor']];
    expect(together.map(sent)).toEqual(alone.map(sent));
    expect(together.map((answer) => answer.json().children.length)).toEqual([2, 199, 1, 0, 0, 1, 2, 3]);
  });
});
