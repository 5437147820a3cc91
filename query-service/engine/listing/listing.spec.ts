import type { Pool } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../../testing/read-models.ts';
import { startRig } from '../../testing/rig.ts';

/** More than two statements of a CSV have. */
const MANY = 2_400;
const LEDGER = '/api/distributors/me/ledger';
const REDEMPTIONS = `/api/sites/${uuid('site')}/redemptions`;
/** Reads of ledger entries; those of dora wait for `held`. */
const reads = { begun: 0, underWay: 0, most: 0, held: Promise.resolve() };
const rig = await startRig({ readWith: counting });
await seed(rig.pool, 'sites', {});
await seed(rig.pool, 'ledger_entries', { amount_minor: 1n });
await rig.pool.query(
  `INSERT INTO read_models.ledger_entries
   SELECT copy.* FROM read_models.ledger_entries e, generate_series(2, ${MANY}) n,
     jsonb_populate_record(e, jsonb_build_object('entry_id', gen_random_uuid(),
       'amount_minor', n, 'created_at', e.created_at - (n / 3) * interval '1 second')) copy`,
);
await seed(rig.pool, 'ledger_entries', { entry_id: uuid('of emil'), distributor_id: 'emil', amount_minor: 1n });
// Indexes of the real tables; without them each page would join every entry.
await rig.pool.query(
  `CREATE UNIQUE INDEX ON read_models.ledger_entries (entry_id);
   CREATE INDEX ON read_models.ledger_entries (distributor_id, created_at, entry_id);
   CREATE INDEX ON read_models.ledger_entries (distributor_id, amount_minor, entry_id);
   CREATE INDEX ON read_models.ledger_entries (reverses_entry_id);
   ANALYZE read_models.ledger_entries`,
);
const at = (n: number) => `2026-03-01T0${n}:00:00.000Z`;
await seed(
  rig.pool,
  'redemptions',
  { redemption_id: uuid('1'), redeemed_at: at(1), customer_id: 'jose', qr_name: 'Terraza Año Nuevo' },
  {
    redemption_id: uuid('2'),
    redeemed_at: at(2),
    customer_id: 'erased',
    reversed_at: NOW,
    reversed_minor: 1n,
    sale_minor: 12_345n,
  },
  { redemption_id: uuid('3'), redeemed_at: at(3), is_wholly_reversed: true, reversed_at: NOW, qr_name: '=1+1' },
  { redemption_id: uuid('4'), site_id: uuid('elsewhere'), tenant_id: uuid('rival tenant') },
);
afterAll(() => rig.close());

function counting(reading: Pool): Pool {
  const query = reading.query.bind(reading) as (...args: readonly unknown[]) => Promise<unknown>;
  reading.query = (async (...args: readonly unknown[]) => {
    if (!JSON.stringify(args[0]).includes('ledger_entries')) return query(...args);
    reads.begun += 1;
    reads.underWay += 1;
    reads.most = Math.max(reads.most, reads.underWay);
    try {
      if (JSON.stringify(args).includes('dora')) await reads.held;
      return await query(...args);
    } finally {
      reads.underWay -= 1;
    }
  }) as Pool['query'];
  return reading;
}

const idsOf = async (query: string) => (await rig.pages(`${REDEMPTIONS}?${query}`, 'owner')).items.map(({ id }) => id);

describe('a ledger of 2,400 entries', () => {
  it.each(['newest', 'oldest', 'amount'])('is reached to its end, each entry once, by %s', async (sort) => {
    const { items, total } = await rig.pages(`${LEDGER}?sort=${sort}`, 'dora');
    expect([total, items.length, new Set(items.map(({ id }) => id)).size]).toEqual([MANY, MANY, MANY]);
    const amounts = items.map(({ commissionAmount }) => Number(commissionAmount));
    if (sort === 'amount') expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  });

  it('is whole in its CSV, and what matches is when it is filtered', async () => {
    const lines = await rig.csv(LEDGER, 'dora');
    expect(new Set(lines).size).toBe(MANY + 1);
    expect(lines[0]).toMatch(/^Entry,Site ID,Site,Distributor ID,Distributor,Redemption,Reverses entry,QR,/);
    expect(await rig.csv(`${LEDGER}?q=24.00&show=pending`, 'dora')).toHaveLength(2);
    expect((await rig.get(`${LEDGER}?limit=1&show=paid`, 'dora')).headers['x-total-count']).toBe('0');
  });

  it('is read for a HEAD request of its CSV not at all', async () => {
    const headers = { accept: 'text/csv', 'x-as': 'dora' };
    reads.begun = 0;
    const response = await rig.app.inject({ method: 'HEAD', url: LEDGER, headers });
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      ...[200, 'text/csv; charset=utf-8', ''],
    ]);
    expect(response.headers['content-length']).toBeUndefined();
    // A read that began with the request would have begun before this one.
    await rig.csv(LEDGER, 'emil');
    expect(reads.begun).toBe(1);
  });

  it('is read by one export of a user after another, and another user’s do not wait for them', async () => {
    reads.most = 0;
    let release = () => {};
    reads.held = new Promise((resolve) => {
      release = resolve;
    });
    const download = async (as: string) => (await rig.csv(LEDGER, as)).length - 1;
    const many = Promise.all([download('dora'), download('dora'), download('dora')]);
    expect(await download('emil')).toBe(1);
    release();
    expect(await many).toEqual([MANY, MANY, MANY]);
    // One of each user.
    expect(reads.most).toBeLessThanOrEqual(2);
  });
});

describe('a list', () => {
  it.each([
    ['q=ANO nuevo', ['1']],
    ['q=name of JOSE', ['1']],
    ['q=sam', ['3', '2', '1']],
    ['q=usuario eliminado', ['2']],
    ['q=deleted user', ['2']],
    ['q=123.45', ['2']],
    ['q=20%', ['3', '2', '1']],
    ['q=%5C%25_', []],
    ['show=partly', ['2']],
    ['show=reversed', ['3']],
    ['show=redeemed&q=terraza', ['1']],
    ['sort=oldest', ['1', '2', '3']],
    [`ids=${uuid('1')},${uuid('3')},${uuid('4')}`, ['3', '1']],
    [`ids=${uuid('1')},${uuid('3')}&show=reversed`, ['3']],
  ])('%s', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected.map(uuid));
  });

  it('refuses an unknown filter or order, and a cursor of another order', async () => {
    const { headers } = await rig.get(`${REDEMPTIONS}?limit=1&sort=amount`, 'owner');
    for (const query of [
      'show=lost',
      'sort=name',
      'ids=1',
      `ids=${uuid('1')},`,
      `cursor=${headers['x-next-cursor']}`,
    ]) {
      expect((await rig.get(`${REDEMPTIONS}?${query}`, 'owner')).statusCode).toBe(400);
    }
  });

  it('as CSV is in the reader’s language, and contains no formulas', async () => {
    const lines = await rig.csv(REDEMPTIONS, 'owner', 'es-MX,es;q=0.9');
    expect(lines[0]).toMatch(
      /^Canje,Canjeado,Beneficio,ID del QR,QR,ID del cliente,Cliente,Confirmado por \(ID\),Confirmado por,/,
    );
    expect(lines[3]).toContain(`,${uuid('qr')},Terraza Año Nuevo,jose,Name of jose,sam,Name of sam,`);
    expect(lines[1]).toContain(",'=1+1,");
    expect(lines[1]).toContain(',Anulado,');
    expect(lines[2]).toContain(',20 % de descuento,');
    expect(lines[2]).toContain(',Usuario eliminado,');
    expect(lines[2]).toContain(',123.45,');
  });
});
