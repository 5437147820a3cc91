import { afterAll, describe, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../../testing/read-models.ts';
import { startRig } from '../../testing/rig.ts';

/** More than two reads of a CSV have. */
const MANY = 2_400;
const LEDGER = '/api/distributors/me/ledger';
const REDEMPTIONS = `/api/sites/${uuid('site')}/redemptions`;
const rig = await startRig();
await seed(rig.pool, 'sites', {});
await seed(rig.pool, 'ledger_entries', { amount_minor: 1n });
await rig.pool.query(
  `INSERT INTO read_models.ledger_entries
   SELECT copy.* FROM read_models.ledger_entries e, generate_series(2, ${MANY}) n,
     jsonb_populate_record(e, jsonb_build_object('entry_id', gen_random_uuid(),
       'amount_minor', n, 'created_at', e.created_at - (n / 3) * interval '1 second')) copy`,
);
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

const csv = (path: string, as: string, language = 'en') =>
  rig.get(path, as, { accept: 'text/csv', 'accept-language': language });
const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n');
const idsOf = async (query: string) =>
  (await rig.get(`${REDEMPTIONS}?${query}`, 'owner')).json().map(({ id }: { id: string }) => id);

describe('a ledger of 2,400 entries', () => {
  it.each(['newest', 'oldest', 'amount'])('is reached to its end, each entry once, by %s', async (sort) => {
    const ids = new Set<string>();
    const amounts: number[] = [];
    let cursor: string | undefined;
    do {
      const from = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = await rig.get(`${LEDGER}?limit=200&sort=${sort}${from}`, 'dora');
      for (const { id, commissionAmount } of page.json()) {
        ids.add(id);
        amounts.push(Number(commissionAmount));
      }
      cursor = page.headers['x-next-cursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(ids.size).toBe(MANY);
    expect(amounts).toHaveLength(MANY);
    if (sort === 'amount') expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  });

  it('is counted on its first page', async () => {
    expect((await rig.get(`${LEDGER}?limit=1`, 'dora')).headers['x-total-count']).toBe(String(MANY));
    expect((await rig.get(`${LEDGER}?limit=1&show=paid`, 'dora')).headers['x-total-count']).toBe('0');
    expect((await rig.get(`${LEDGER}?limit=1&q=24.00`, 'dora')).headers['x-total-count']).toBe('1');
  });

  it('is whole in its CSV, and what matches is when it is filtered', async () => {
    const lines = linesOf((await csv(LEDGER, 'dora')).body);
    expect(new Set(lines).size).toBe(MANY + 1);
    expect(lines[0]).toMatch(/^Entry,Site ID,Site,Distributor ID,Distributor,Redemption,Reverses entry,QR,/);
    expect(linesOf((await csv(`${LEDGER}?q=24.00&show=pending`, 'dora')).body)).toHaveLength(2);
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
    const answer = await csv(REDEMPTIONS, 'owner', 'es-MX,es;q=0.9');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = linesOf(answer.body);
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
