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

it('without asking for it a file has no head', async () => {
  const { body, headers } = await rig.get('/api/distributors/me/ledger', 'owner', { accept: 'text/csv' });
  expect(body).toMatch(/^\uFEFFEntry,Site ID,/);
  expect(headers['content-disposition']).toBeUndefined();
});
