import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, describe, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { session, startRig } from '../testing/rig.ts';
import { ledgerStateSql, totalsOf } from './query.ts';

const hour = (n: number) => `2026-03-01T${String(n).padStart(2, '0')}:00:00.000Z`;
const people = { nina: session('nina', 'distributor'), ida: session('ida', 'distributor') };
const rig = await startRig({ people });
await seed(rig.pool, 'sites', {});
const entry = (name: string, n: number) => ({ entry_id: uuid(name), created_at: hour(n) });
await seed(
  rig.pool,
  'ledger_entries',
  entry('pending', 12),
  { ...entry('payable', 11), matures_at: NOW },
  { ...entry('in payout', 10), matures_at: NOW, payout_id: uuid('payout') },
  { ...entry('paid', 9), payout_id: uuid('payout'), paid_at: NOW, reversed: true },
  { ...entry('reversed', 8), reversed: true },
  { ...entry('takes back reversed', 7), amount_minor: -600n, reverses_entry_id: uuid('reversed') },
  { ...entry('takes back paid', 6), amount_minor: -600n, reverses_entry_id: uuid('paid'), matures_at: NOW },
  { ...entry('takes back a part', 5), amount_minor: -100n, reverses_entry_id: uuid('pending') },
  { ...entry('of emil', 4), distributor_id: 'emil', amount_minor: 300n, percent_bp: 300 },
  {
    ...{ ...entry('elsewhere', 3), tenant_id: uuid('rival tenant'), distributor_id: 'fay' },
    ...{ currency: 'USD', amount_minor: 400n },
  },
);
await seed(
  rig.pool,
  'earnings',
  { earnings_id: '1', month: '2026-02', earned_minor: 5_000n, paid_minor: 1_000n },
  { earnings_id: '2', month: '2026-03', earned_minor: -250n, paid_minor: 500n },
  { earnings_id: '3', currency: 'USD', earned_minor: 100n },
  { earnings_id: '4', distributor_id: 'emil', earned_minor: 300n },
  { earnings_id: '5', distributor_id: 'fay', tenant_id: uuid('rival tenant'), earned_minor: 900n },
);
await seed(rig.pool, 'payouts', {}, { payout_id: uuid('p2'), distributor_id: 'erased', created_at: NOW });
afterAll(() => rig.close());

const LEDGER = '/api/distributors/me/ledger';
const ledger = async (as: string) => (await rig.pages(LEDGER, as, 9)).items;

describe('the ledger', () => {
  it('computes each state by the clock', async () => {
    const states = (await ledger('dora')).map(({ id, state }) => [id, state]);
    expect(states).toEqual([
      [uuid('pending'), 'pending'],
      [uuid('payable'), 'payable'],
      [uuid('in payout'), 'in_payout'],
      [uuid('paid'), 'paid'],
      [uuid('reversed'), 'reversed'],
      [uuid('takes back reversed'), 'reversed'],
      [uuid('takes back paid'), 'payable'],
      [uuid('takes back a part'), 'pending'],
    ]);
  });

  it('shows an entry as strings with all decimals', async () => {
    expect((await ledger('emil'))[0]).toEqual({
      ...{ id: uuid('of emil'), qrId: uuid('qr'), sourceQrId: uuid('source'), redemptionId: uuid('redemption') },
      ...{ commissionPercent: '3.00', commissionAmount: '3.00', earnedAmount: '3.00', currency: 'EUR' },
      ...{ siteId: uuid('site'), siteTimeZone: 'UTC', siteName: 'Café' },
      ...{ distributorId: 'emil', distributorName: 'Name of emil' },
      ...{ state: 'pending', maturesAt: '2026-03-11T12:00:00.000Z', createdAt: hour(4), awaitingUntil: null },
      ...{ reversesEntryId: null, payoutId: null, paidAt: null },
    });
    expect((await ledger('dora'))[6]?.commissionAmount).toBe('-6.00');
  });

  it('as CSV has a commission column that sums to what is earned, with expected shares in another', async () => {
    const nina = { distributor_id: 'nina', tenant_id: uuid('waiting tenant'), amount_minor: 0n, awaiting_minor: 800n };
    const until = '2026-03-20T00:00:00.000Z';
    await seed(
      rig.pool,
      'ledger_entries',
      { ...nina, entry_id: uuid('nina waits'), awaiting_until: until },
      { ...nina, entry_id: uuid('nina reversed'), awaiting_until: until, reversed: true },
      { ...nina, entry_id: uuid('nina earned'), amount_minor: 300n, awaiting_minor: null },
    );
    const lines = await rig.csv(`${LEDGER}?sort=oldest`, 'nina');
    const [titles = [], ...rows] = lines.map((line) => line.split(','));
    const column = (title: string) => rows.map((row) => row[titles.indexOf(title)]).sort();
    expect(column('Commission')).toEqual(['0.00', '0.00', '3.00']);
    expect(column('Expected commission')).toEqual(['', '8.00', '8.00']);
    expect(column('Distributor ID')).toEqual(['nina', 'nina', 'nina']);
    expect(column('Site')).toEqual(['Café', 'Café', 'Café']);
    await rig.pool.query(`DELETE FROM read_models.ledger_entries WHERE distributor_id = 'nina'`);
  });

  it('is the tenant’s for a site owner, and complete for a superadmin', async () => {
    expect(await ledger('owner')).toHaveLength(9);
    expect((await ledger('rival')).map(({ id }) => id)).toEqual([uuid('elsewhere')]);
    expect(await ledger('admin')).toHaveLength(10);
    expect((await rig.get(LEDGER, 'carla')).statusCode).toBe(403);
  });
});

it('a balance of now counts what a server whose clock is ahead has stored; one of a moment, what was stored by then', async () => {
  const ahead = '2026-03-10T12:05:00.000Z';
  const nina = { distributor_id: 'nina', site_id: uuid('site') };
  await seed(
    rig.pool,
    'ledger_entries',
    { ...nina, entry_id: uuid('nina earned'), created_at: hour(11), matures_at: hour(11), amount_minor: 1_000n },
    {
      ...{ ...nina, entry_id: uuid('nina reversed'), created_at: ahead, matures_at: ahead, amount_minor: -400n },
      reverses_entry_id: uuid('nina earned'),
    },
  );
  const balance = async (query: string) => {
    const { totals } = (await rig.get(`/api/distributors/me/balances${query}`, 'nina')).json();
    return totals.map(({ takenBack, owed, payable }: Record<string, string>) => [takenBack, owed, payable]);
  };
  expect(await balance('')).toEqual([['-4.00', '6.00', '6.00']]);
  expect(await balance(`?asOf=${NOW}`)).toEqual([['0.00', '10.00', '10.00']]);
  expect((await ledger('nina')).map(({ state }) => state)).toEqual(['payable', 'payable']);
  await rig.pool.query(`DELETE FROM read_models.ledger_entries WHERE distributor_id = 'nina'`);
});

it('sorted by amount, keeps the currencies apart, over pages too', async () => {
  const { items } = await rig.pages(`${LEDGER}?sort=amount`, 'admin', 4);
  expect(items.map((row) => `${row.currency} ${row.commissionAmount}`)).toEqual([
    ...['USD 4.00', 'EUR 6.00', 'EUR 6.00', 'EUR 6.00', 'EUR 6.00', 'EUR 6.00'],
    ...['EUR 3.00', 'EUR -1.00', 'EUR -6.00', 'EUR -6.00'],
  ]);
});

describe('the ledger of a reversal that is settled apart from its share', () => {
  it('shows payable for entries of the next payout, and reversed when nothing is left', async () => {
    const gina = { distributor_id: 'gina', tenant_id: uuid('apart'), matures_at: NOW };
    const back = (of: string) => ({ ...gina, amount_minor: -600n, reverses_entry_id: uuid(of) });
    await seed(
      rig.pool,
      'ledger_entries',
      { ...gina, entry_id: uuid('returned'), created_at: hour(5), reversed: true },
      { ...back('returned'), entry_id: uuid('taken apart'), created_at: hour(4), payout_id: uuid('other payout') },
      { ...gina, entry_id: uuid('nothing left'), created_at: hour(3), reversed: true },
      { ...back('nothing left'), entry_id: uuid('took all'), created_at: hour(2) },
      { ...gina, entry_id: uuid('in a sum'), created_at: hour(1), combined_id: uuid('paid sum') },
    );
    await seed(rig.pool, 'combined_entries', {
      ...{ combined_id: uuid('paid sum'), distributor_id: 'gina', payout_id: uuid('p9'), paid_at: NOW },
    });
    const { rows } = await rig.pool.query(
      `SELECT e.entry_id, ${ledgerStateSql('now()')} AS state FROM read_models.ledger_entries e
       WHERE e.distributor_id = 'gina' ORDER BY e.created_at DESC`,
    );
    expect(rows.map(({ state }) => state)).toEqual(['payable', 'in_payout', 'reversed', 'reversed', 'paid']);
  });

  it('counts in the month of the share', async () => {
    const hugo = { distributor_id: 'hugo', tenant_id: uuid('months') };
    await seed(rig.pool, 'earnings', { ...hugo, earnings_id: 'h1', month: '2026-03', earned_minor: -39_000n });
    await seed(
      rig.pool,
      'ledger_entries',
      { ...hugo, entry_id: uuid('february'), created_at: '2026-02-10T00:00:00.000Z', amount_minor: 40_000n },
      {
        ...{ ...hugo, entry_id: uuid('february back'), created_at: '2026-03-02T00:00:00.000Z' },
        ...{ amount_minor: -40_000n, reverses_entry_id: uuid('february') },
      },
      { ...hugo, entry_id: uuid('march'), created_at: '2026-03-01T10:00:00.000Z', amount_minor: 1_000n },
    );
    const scope = { condition: (alias: string) => `${alias}.distributor_id = :scope`, value: 'hugo' };
    expect(await totalsOf(rig.pool, scope, '2026-03-01T00:00:00.000Z')).toMatchObject([{ this_month: 1_000n }]);
  });
});

describe('payout stats', () => {
  it('are per currency, and overall in the one most was earned in', async () => {
    const eur = {
      ...{ currency: 'EUR', totalEarned: '47.50', totalPaid: '15.00', pending: '32.50', writtenOff: '0.00' },
      thisMonth: '17.00',
    };
    expect((await rig.get('/api/distributors/me/payout-stats', 'dora')).json()).toEqual({
      ...{ ...eur, timeZone: 'UTC' },
      byCurrency: [
        eur,
        {
          ...{ currency: 'USD', totalEarned: '1.00', totalPaid: '0.00', pending: '1.00', writtenOff: '0.00' },
          thisMonth: '0.00',
        },
      ],
    });
    expect((await rig.get('/api/distributors/me/payout-stats', 'owner')).json()).toMatchObject({ pending: '35.50' });
  });

  it('begin the month where the sites are', async () => {
    const island = { distributor_id: 'ida', site_id: uuid('island'), tenant_id: uuid('island') };
    const configuration = JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, timeZone: 'Pacific/Kiritimati' });
    await seed(rig.pool, 'sites', { ...{ site_id: island.site_id, tenant_id: island.tenant_id }, configuration });
    await seed(rig.pool, 'earnings', { ...island, earnings_id: 'island', earned_minor: 300n });
    const entry = (id: string, created_at: string, amount_minor: bigint) => ({
      ...{ ...island, entry_id: uuid(id), created_at, amount_minor },
    });
    await seed(
      rig.pool,
      'ledger_entries',
      entry('of February there', '2026-02-28T09:59:59.999Z', 100n),
      entry('of March there', '2026-02-28T10:00:00.000Z', 200n),
    );
    const stats = (await rig.get('/api/distributors/me/payout-stats', 'ida')).json();
    expect(stats).toMatchObject({ timeZone: 'Pacific/Kiritimati', thisMonth: '2.00', totalEarned: '3.00' });
  });

  it('are zero for a distributor without earnings', async () => {
    await rig.pool.query(`DELETE FROM read_models.earnings WHERE distributor_id = 'emil'`);
    expect((await rig.get('/api/distributors/me/payout-stats', 'emil')).json()).toEqual({
      ...{ currency: 'EUR', totalEarned: '0.00', totalPaid: '0.00', pending: '0.00', writtenOff: '0.00' },
      ...{ thisMonth: '0.00', timeZone: 'UTC', byCurrency: [] },
    });
  });
});

describe('payouts', () => {
  it('are listed for the site and for the distributor, with names', async () => {
    const list = (await rig.get(`/api/sites/${uuid('site')}/payouts`, 'owner')).json();
    expect(list).toMatchObject([
      { id: uuid('p2'), name: 'Deleted user' },
      { id: uuid('payout'), name: 'Name of dora', amount: '25.50', status: 'processing', entries: 2 },
    ]);
    expect((await rig.get('/api/distributors/me/payouts', 'dora')).json()).toHaveLength(1);
    expect((await rig.get('/api/distributors/me/payouts', 'owner')).json()).toHaveLength(2);
    expect((await rig.get(`/api/sites/${uuid('site')}/payouts`, 'rival')).statusCode).toBe(404);
  });

  it('as CSV name distributors by id too, and have write-offs in a column of their own', async () => {
    const writeOff = { payout_id: uuid('write-off'), distributor_id: 'ola', amount_minor: -800n, entry_count: 1 };
    await seed(rig.pool, 'payouts', { ...writeOff, status: 'written_off', write_off_reason: 'agreed' });
    const path = `/api/sites/${uuid('site')}/payouts?show=written_off`;
    const [titles = '', row = ''] = await rig.csv(path, 'owner');
    const cell = (title: string) => row.split(',')[titles.split(',').indexOf(title)];
    expect(['Site ID', 'Distributor ID', 'Amount', 'Written off', 'Reference', 'Reason'].map(cell)).toEqual([
      ...[uuid('site'), 'ola', '', '-8.00', '', 'Agreed with the distributor'],
    ]);
    await rig.pool.query(`DELETE FROM read_models.payouts WHERE distributor_id = 'ola'`);
  });
});
