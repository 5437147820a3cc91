import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import { startProductProcessor } from '@perktree/projector/service';
import { openTestDatabase, readModelsTemplate } from '@perktree/projector/testing/database';
import {
  inTree,
  payout,
  recorded,
  redeemed,
  reversed,
  rootCreated,
  SITE,
  share,
  siteCreated,
  stored,
  uuid,
} from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../engine/listing/listing.ts';
import { balanceAnswer, balancesOf, SITE_BALANCES, siteBalancesScope, siteEarnings } from './balances.ts';

const silent = { info() {}, warn() {}, error() {} };
const day = (n: number) => new Date(Date.UTC(2026, 2, n, 12)).toISOString();
const ENTRY = (n: number) => share(`entry ${n}`, 'qr', n % 2 ? 'ana' : 'ben', '10.00', `${10 + n}.00`);
const settled = { ...payout('p1'), distributorId: 'ana', entryIds: [uuid('entry 1')] };

/** Two of four earn each day; one entry is taken back in part, one paid, one payout fails. Each is on hold for 14 days. */
const HISTORY: readonly RecordedEvent[] = recorded([
  { ...siteCreated(), at: day(1) },
  { ...rootCreated('qr'), at: day(1) },
  ...[1, 2, 3, 4].map((n) => ({
    ...redeemed(`r${n}`, 'qr', { shares: [ENTRY(n)], maturesAt: day(n + 14) }),
    at: day(n),
  })),
  {
    ...reversed('r2', 'qr', {
      ...{ ...inTree('qr'), reversalId: uuid('back'), maturesAt: day(16) },
      shares: [{ ...ENTRY(2), entryId: uuid('back 2'), amount: '-5.00', reversesEntryId: uuid('entry 2') }],
    }),
    at: day(5),
  },
  { type: 'PayoutGenerated', data: { ...settled, amount: '11.00', settlement: 'by_hand' }, at: day(20) },
  {
    type: 'PayoutPaid',
    data: { ...settled, amount: '11.00', reference: 'transfer', noteId: null, noteHash: null, accountHash: null },
    at: day(22),
  },
  {
    type: 'PayoutGenerated',
    data: {
      ...payout('p2'),
      distributorId: 'ben',
      entryIds: [uuid('entry 4')],
      amount: '14.00',
      settlement: 'by_hand',
    },
    at: day(23),
  },
  {
    type: 'PayoutFailed',
    data: { ...payout('p2'), distributorId: 'ben', entryIds: [uuid('entry 4')], reason: 'no_payout_account' },
    at: day(24),
  },
]);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase(readModelsTemplate);
  const { pool } = database;
  const store = new MemoryStore();
  store.push(...HISTORY.map(stored));
  const processor = startProductProcessor({ store, pool, logger: silent });
  while ((await projectorLag({ store, pool })).behind > 0n) await new Promise((done) => setImmediate(done));
  await processor.stop();
});
afterAll(() => database.close());

const own = (id: string) => ({ condition: (alias: string) => `${alias}.distributor_id = :scope`, value: id });
const balance = async (id: string, asOf: string) =>
  (await balancesOf(database.pool, own(id), asOf)).map(balanceAnswer)[0];

describe('a balance at a moment', () => {
  it.each<[string, string, number, Record<string, string> | undefined]>([
    ['before anything', 'ana', 0, undefined],
    ['on the day of the first entry', 'ana', 1, { earned: '11.00', owed: '11.00', payable: '0.00' }],
    ['with the next', 'ana', 3, { earned: '24.00', owed: '24.00' }],
    ['before something is taken back', 'ben', 4, { earned: '26.00', takenBack: '0.00', owed: '26.00' }],
    ['after that', 'ben', 5, { earned: '26.00', takenBack: '-5.00', owed: '21.00', payable: '0.00' }],
    ['past the first hold', 'ana', 15, { owed: '24.00', payable: '11.00' }],
    ['with a payout under way', 'ana', 20, { owed: '24.00', inPayout: '11.00', payable: '13.00', paidOut: '0.00' }],
    ['once it is paid', 'ana', 22, { owed: '13.00', inPayout: '0.00', payable: '13.00', paidOut: '11.00' }],
    ['with a payout that is to fail', 'ben', 23, { owed: '21.00', inPayout: '14.00', payable: '7.00' }],
    ['once it has', 'ben', 24, { owed: '21.00', inPayout: '0.00', payable: '21.00', paidOut: '0.00' }],
  ])('%s, %s on day %i', async (_, id, n, expected) => {
    const found = await balance(id, day(n));
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });

  it('of a site is by distributor, and adds up', async () => {
    const { pool } = database;
    const totals = await balancesOf(pool, siteEarnings(SITE.siteId), day(5));
    const wanted = { words: [], ids: undefined, show: undefined, sort: undefined, now: day(5) };
    const scope = siteBalancesScope(SITE.siteId, day(5));
    const rows = await rowsOf(pool, SITE_BALANCES, { ...wanted, scope }, { limit: 10, after: null });
    expect(totals.map(balanceAnswer)).toMatchObject([{ earned: '50.00', takenBack: '-5.00', owed: '45.00' }]);
    expect(rows.map((row) => [row.distributor_id, balanceAnswer(row).owed])).toEqual([
      ['ana', '24.00'],
      ['ben', '21.00'],
    ]);
    expect(await balancesOf(pool, siteEarnings(uuid('elsewhere')), day(5))).toEqual([]);
  });
});
