import { PRODUCT_VERSION } from '@perktree/contracts/kernel/working-paper';
import { afterAll, expect, it } from 'vitest';
import { seed, uuid } from '../../testing/read-models.ts';
import { startRig } from '../../testing/rig.ts';

const rig = await startRig();
await seed(rig.pool, 'sites', {});
await seed(
  rig.pool,
  'ledger_entries',
  { entry_id: uuid('first'), amount_minor: 1250n },
  { entry_id: uuid('second'), amount_minor: -250n, payout_id: uuid('p1'), reverses_entry_id: uuid('first') },
);
await seed(
  rig.pool,
  'payouts',
  { payout_id: uuid('p1'), status: 'paid', amount_minor: 700n, paid_at: '2026-03-09T10:00:00.000Z' },
  { payout_id: uuid('p2'), amount_minor: 300n, paid_at: null },
);
await seed(
  rig.pool,
  'redemptions',
  { redemption_id: uuid('sold'), reversed_minor: 2_500n },
  // The default amount of what staff did not confirm is no sale.
  { redemption_id: uuid('waits'), confirmed_via: 'self', awaiting_until: '2026-03-11T12:00:00.000Z' },
);
await seed(rig.pool, 'earnings', { earned_minor: 1_000n });
afterAll(() => rig.close());

const paper = async (path: string, language = 'en') => {
  const accept = 'text/csv;head=working-paper';
  const { body, headers } = await rig.get(path, 'owner', { accept, 'accept-language': language });
  const name = decodeURIComponent(String(headers['content-disposition']).split("''")[1] ?? '');
  return { lines: body.replace('\uFEFF', '').split('\r\n'), name };
};

it('a ledger file states its scope, has its totals apart, and names payout and reversed entry', async () => {
  const { lines, name } = await paper('/api/distributors/me/ledger?show=in_payout&sort=oldest');
  const end = lines.indexOf('');
  expect(lines.slice(0, end)).toEqual(
    expect.arrayContaining([
      'Working paper,Commission entries',
      `Site,Café,${uuid('site')}`,
      'Time zone,UTC',
      'Currency,EUR',
      'Filter,Show: In payout',
      'Filter,Order: Oldest',
      `Product version,${PRODUCT_VERSION}`,
      'Created by,Name of owner,owner',
    ]),
  );
  expect(name).toMatch(/^Cafe_Commission-entries_.*\.csv$/);
  const all = await paper('/api/distributors/me/ledger');
  const text = all.lines.join('\n');
  expect(text).toContain('Reverses entry');
  expect(text).toContain(uuid('p1'));
  expect(all.lines.slice(all.lines.indexOf('Totals'))).toEqual([
    'Totals',
    'Currency,Rows,Commission',
    'EUR,2,10.00',
    '',
  ]);
});

it('a file of payouts sums each state apart, in the reader’s language', async () => {
  const { lines, name } = await paper('/api/distributors/me/payouts', 'es');
  const chosen = await paper('/api/distributors/me/payouts?show=written_off&sort=amount', 'es');
  expect(chosen.lines).toEqual(expect.arrayContaining(['Filtro,Mostrar: Dado de baja', 'Filtro,Orden: Importe']));
  expect(name).toMatch(/_Pagos_/);
  expect(lines.slice(lines.indexOf('Totales'))).toEqual([
    ...['Totales', 'Moneda,Filas,Pagado,En proceso,Dado de baja', 'EUR,2,7.00,3.00,0.00', ''],
  ]);
  expect(lines.join('\n')).toContain('2026-03-09T10:00:00.000Z');
});

it('a file of balances ends at its moment, and sums each column apart', async () => {
  const at = '2026-03-09T21:59:59.999Z';
  const { lines, name } = await paper(`/api/sites/${uuid('site')}/balances?asOf=${at}`);
  expect(lines.slice(0, lines.indexOf(''))).toEqual(
    expect.arrayContaining([
      'Working paper,Balance on a date',
      `Site,Café,${uuid('site')}`,
      `Period to (exclusive),${at}`,
    ]),
  );
  expect(name).toMatch(/^Cafe_Balance-on-a-date_2026-03-09\.csv$/);
  expect(lines[lines.indexOf('Totals') + 1]).toBe(
    'Currency,Rows,Earned,Reversed,Paid out,Written off,Owed,In open payouts,Payable',
  );
});

it.each([
  [
    'redemptions',
    `/api/sites/${uuid('site')}/redemptions`,
    'Currency,Rows,Sale amount,Reversed amount',
    'EUR,2,100.00,25.00',
  ],
  ['confirmed redemptions', '/api/staff/validations', 'Currency,Rows,Sale less reversals', 'EUR,1,75.00'],
])('a file of %s states its scope, and has its sums apart', async (_, path, titles, sums) => {
  const { lines, name } = await paper(path);
  expect(lines.slice(0, lines.indexOf(''))).toEqual(
    expect.arrayContaining([`Site,Café,${uuid('site')}`, 'Time zone,UTC', 'Created by,Name of owner,owner']),
  );
  expect(name).toMatch(/^Cafe_.*edemptions.*\.csv$/);
  expect(lines.slice(lines.indexOf('Totals') + 1)).toEqual([titles, sums, '']);
});

it.each([
  ['Customer', `/api/sites/${uuid('site')}/redemptions`],
  ['Distributor', `/api/sites/${uuid('site')}/top-distributors`],
  ['Customer', '/api/staff/validations'],
])('names site and %s by id and name in each row of %s', async (person, path) => {
  const { body } = await rig.get(path, 'owner', { accept: 'text/csv' });
  const [titles = [], cells = []] = body
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.split(','));
  const row = Object.fromEntries(titles.map((title, n) => [title, cells[n]]));
  const id = person === 'Customer' ? 'carla' : 'dora';
  expect(row).toMatchObject({ 'Site ID': uuid('site'), Site: 'Café', [`${person} ID`]: id, [person]: `Name of ${id}` });
});

it('without asking for it a file has no head', async () => {
  const { body, headers } = await rig.get('/api/distributors/me/ledger', 'owner', { accept: 'text/csv' });
  expect(body).toMatch(/^\uFEFFEntry,Site ID,/);
  expect(headers['content-disposition']).toBeUndefined();
});
