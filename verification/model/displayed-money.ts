import { join } from 'node:path';
import { expect } from 'vitest';
import type { Read } from './answers.ts';
import { ALWAYS, type Books, type Period, type Sums, sumOf } from './books.ts';
import type { Person } from './people.ts';
import type { Redemption, Site, World } from './reference.ts';
import { toAmount, toCents } from './shares.ts';

const { verifyStatement }: { verifyStatement: (statement: unknown) => { readonly wrong: readonly string[] } } =
  await import(join(import.meta.dirname, '../../scripts/verify-statement.mjs'));

interface Scene {
  readonly world: World;
  readonly books: Books;
  readonly read: Read;
}
type Row = Readonly<Record<string, string>>;

const iso = (time: number) => new Date(time).toISOString();
const FIGURES = ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'] as const;

/** Rows by key, without rows of zeros, which reports may omit. */
const nonZero = (rows: readonly (readonly [key: string, figures: readonly number[]])[]) =>
  rows.filter(([, figures]) => figures.some((cents) => cents !== 0)).sort();
const shown = (rows: readonly Row[], keyOf: (row: Row) => string | undefined) =>
  nonZero(rows.map((row) => [keyOf(row) ?? '', FIGURES.map((figure) => toCents(row[figure] ?? ''))]));
const booked = (rows: readonly (readonly [key: string, sums: Sums])[]) =>
  nonZero(rows.map(([key, sums]) => [key, FIGURES.map((figure) => sums[figure])]));

const inAmounts = <Name extends string>(cents: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.entries<number>(cents).map(([name, value]) => [name, toAmount(value)]));

async function verified(read: Read, reader: Person, url: string, [from, to]: Period) {
  const { statement } = await read(reader, `${url}?from=${iso(from)}&to=${iso(to)}`);
  expect(verifyStatement(statement).wrong, 'problems found by the verifier').toEqual([]);
  return statement;
}

/** Every sum that the owner of a site reads. */
export async function checkSite({ world, books, read }: Scene, site: Site): Promise<void> {
  const { owner } = site.tenant;
  const path = `/api/sites/${site.id}`;
  const sumsOf = (id: string) => books.sums(site, id, ALWAYS);
  const commission = (id: string) => sumsOf(id).earned + sumsOf(id).takenBack;

  const redemptions = await read(owner, `${path}/redemptions?limit=200`);
  const own = world.redemptions.filter(({ scan }) => scan.qr.site === site);
  expect(redemptions.map((r: Row) => [r.id, r.reversedAmount, r.isWhollyReversed]).sort(), 'redemptions').toEqual(
    own.map((r) => [r.id, toAmount(r.reversed), r.isWhollyReversed]).sort(),
  );
  const payouts = await read(owner, `${path}/payouts?limit=200`);
  expect(payouts.map((p: Row) => [p.id, p.amount]).sort(), 'payouts').toEqual(
    world.payouts
      .filter((payout) => payout.site === site)
      .map(({ id, entries }) => [id, toAmount(sumOf(entries))])
      .sort(),
  );
  const balances = await read(owner, `${path}/balances`);
  for (const row of balances.distributors) {
    const { opening: _, closing, ...sums } = sumsOf(row.distributorId);
    const standing = books.standing(site, row.distributorId, world.now, ALWAYS[1]);
    expect(row, 'balance').toMatchObject(inAmounts({ ...sums, owed: closing, ...standing }));
  }
  const listed = balances.distributors.map((row: Row) => row.distributorId);
  expect(listed, 'distributors with a balance').toEqual(expect.arrayContaining(books.ownersAt(site)));

  const audit = await read(owner, `${path}/audit`);
  // The clock of the model runs back.
  expect(audit.findings.filter(({ what }: Row) => what !== 'clock of an event')).toEqual([]);
  const stats = await read(owner, `${path}/stats?days=366`);
  const earned = books.entries.filter((entry) => entry.site === site);
  expect(stats.commissionEarned, 'stats').toBe(toAmount(sumOf(earned)));
  for (const { date, commission: ofDay } of stats.series) {
    expect(ofDay, date).toBe(toAmount(sumOf(earned.filter(({ at }) => iso(at).startsWith(date)))));
  }
  for (const { distributorId, commission: ofTop } of await read(owner, `${path}/top-distributors`)) {
    expect(ofTop, 'top distributors').toBe(toAmount(commission(distributorId)));
  }
  const end = Math.max(world.now, ...earned.map(({ at }) => at)) + 1;
  const period = `from=${iso(0)}&to=${iso(end)}`;
  const whatIf = await read(owner, `${path}/audit/what-if?${period}`);
  for (const { distributor, actual, changed } of whatIf.distributors) {
    const expected = toAmount(commission(distributor.id));
    expect([actual.earned, changed.earned], 'what if nothing changed').toEqual([expected, expected]);
  }
}

/** The reports of a month that is over. */
export async function checkMonth({ books, read }: Scene, site: Site, period: Period): Promise<void> {
  const { owner } = site.tenant;
  const path = `/api/sites/${site.id}`;
  const [from, to] = period;
  const expected = booked(books.ownersAt(site).map((id) => [id, books.sums(site, id, period)]));
  const month = await read(owner, `${path}/audit/months/${iso(from).slice(0, 7)}`);
  const payeeOf = (row: object) => (row as { distributor: { id: string } }).distributor.id;
  expect(shown(month.distributors, payeeOf), 'month').toEqual(expected);
  const { totals } = await verified(read, owner, `${path}/statement`, period);
  expect(
    shown(totals, ({ distributorId }) => distributorId),
    'statement of the site',
  ).toEqual(expected);
  const balances = await read(owner, `${path}/balances?asOf=${iso(to - 1)}`);
  for (const row of balances.distributors) {
    const owed = books.sums(site, row.distributorId, [0, to]).closing;
    const standing = books.standing(site, row.distributorId, to - 1);
    expect(row, 'balance at the end of a month').toMatchObject(inAmounts({ owed, ...standing }));
  }
}

/** The statement of a distributor, over all sites. */
export async function checkOwnStatement({ world, books, read }: Scene, person: Person, period: Period) {
  const { totals } = await verified(read, person, '/api/distributors/me/statement', period);
  expect(
    shown(totals, ({ siteId }) => siteId),
    'own statement',
  ).toEqual(booked(world.sites.map((site) => [site.id, books.sums(site, person.userId, period)])));
}

/** The UTC month of a time. */
export function monthOf(time: number): Period {
  const [year, month] = [new Date(time).getUTCFullYear(), new Date(time).getUTCMonth()];
  return [Date.UTC(year, month), Date.UTC(year, month + 1)];
}

const NO_STATS = inAmounts({ totalEarned: 0, totalPaid: 0, pending: 0, writtenOff: 0, thisMonth: 0 });
const WAITING = ['awaiting_confirmation', 'lapsed'];

/** Every sum that a distributor reads, and the explanation of each entry. */
export async function checkPerson(scene: Scene, person: Person): Promise<void> {
  const { world, books, read } = scene;
  const own = '/api/distributors/me';
  const stats = await read(person, `${own}/payout-stats`);
  const dashboard = await read(person, '/api/me/dashboard?days=366');
  const balances = await read(person, `${own}/balances`);
  const open = await read(person, '/api/me/open-balance');
  const ledger = await read(person, `${own}/ledger?limit=200`);
  for (const currency of new Set(world.sites.map((site) => site.currency))) {
    const sites = world.sites.filter((site) => site.currency === currency);
    const over = (cents: (site: Site) => number) => sites.reduce((sum, site) => sum + cents(site), 0);
    const total = (name: keyof Sums) => over((site) => books.sums(site, person.userId, ALWAYS)[name]);
    const standing = (name: 'payable' | 'inPayout') =>
      over((site) => books.standing(site, person.userId, world.now, ALWAYS[1])[name]);
    const in_ = (rows: readonly Row[]): Row => rows.find((row) => row.currency === currency) ?? {};
    const [owed, payable, inPayout] = [total('closing'), standing('payable'), standing('inPayout')];
    const thisMonth = over((site) => books.earnedWithin(site, person.userId, monthOf(world.now)));
    expect({ ...NO_STATS, ...in_(stats.byCurrency) }, 'payout stats').toMatchObject(
      inAmounts({
        ...{ totalEarned: total('earned') + total('takenBack'), totalPaid: total('paidOut'), pending: owed, thisMonth },
        writtenOff: total('writtenOff'),
      }),
    );
    const { commissionEarned = '0.00' } = in_(dashboard.byCurrency);
    expect(commissionEarned, 'dashboard').toBe(toAmount(total('earned') + total('takenBack')));
    const names = ['earned', 'takenBack', 'paidOut', 'writtenOff'] as const;
    const sums = Object.fromEntries(names.map((name) => [name, total(name)]));
    const balance = in_(balances.totals);
    if (balance.owed !== undefined || owed !== 0) {
      expect(balance, 'own balance').toMatchObject(inAmounts({ ...sums, owed, payable, inPayout }));
    }
    expect(in_(open.totals).owed ?? '0.00', 'open balance').toBe(toAmount(owed));
    const inState = (state: string) =>
      ledger.reduce((sum: number, row: Row) => {
        return row.currency === currency && row.state === state ? sum + toCents(row.commissionAmount ?? '') : sum;
      }, 0);
    const states = ['paid', 'in_payout', 'written_off', 'payable', 'pending'];
    expect(Object.fromEntries(states.map((state) => [state, inState(state)])), 'states of the ledger').toEqual({
      ...{ paid: total('paidOut'), in_payout: inPayout, written_off: total('writtenOff') },
      ...{ payable, pending: owed - inPayout - payable },
    });
  }
  const awaited = world.redemptions.flatMap((redemption) => redemption.awaited?.entries ?? []);
  expect(
    ledger
      .filter(({ state }: Row) => WAITING.includes(state ?? ''))
      .map(({ id }: Row) => id)
      .sort(),
  ).toEqual(
    awaited
      .filter(({ owner }) => owner === person.userId)
      .map(({ id }) => id)
      .sort(),
  );
  const standings = await read(person, `${own}/standings`);
  for (const { siteId, commission } of standings) {
    const site = world.sites.find(({ id }) => id === siteId) as Site;
    const { earned, takenBack } = books.sums(site, person.userId, ALWAYS);
    expect(commission, 'own figures on a site').toBe(toAmount(earned + takenBack));
  }
  const payouts = await read(person, `${own}/payouts?limit=200`);
  expect(payouts.map((p: Row) => [p.id, p.amount, p.status]).sort(), 'own payouts').toEqual(
    world.payouts
      .filter(({ distributorId }) => distributorId === person.userId)
      .map(({ id, entries, status }) => [id, toAmount(sumOf(entries)), status])
      .sort(),
  );
  for (const row of ledger) await checkExplanation(scene, person, row);
}

async function checkExplanation({ world, read }: Scene, person: Person, row: Row): Promise<void> {
  const { entry, commission, followed, recomputed } = await read(person, `/api/ledger/${row.id}/explanation`);
  const redemption = world.redemptions.find(({ id }) => id === row.redemptionId) as Redemption;
  const { shares, awaited, unconfirmed, sale } = redemption;
  const parts = [...shares, ...(awaited?.entries ?? []), ...unconfirmed];
  expect(recomputed).toEqual({ same: true, differences: [] });
  expect([entry.amount, entry.redemptionId]).toEqual([row.commissionAmount, redemption.id]);
  const { saleAmount, pool } = commission;
  expect([saleAmount, pool.amount], 'explained pool').toEqual([toAmount(sale), toAmount(sumOf(parts))]);
  expect(
    commission.shares.map(({ entryId, amount, percent }: Row) => [entryId, amount, percent]),
    'explained shares',
  ).toEqual(parts.map(({ id, cents, percent }) => [id, toAmount(cents), toAmount(percent)]));
  const share = shares.find(({ id }) => id === row.id);
  if (share === undefined) return;
  const back = followed
    .filter(({ kind }: Row) => kind === 'reversed')
    .map(({ amount }: Row) => ({ cents: toCents(amount ?? '0') }));
  expect(sumOf(back), 'reversed amount in the explanation').toBe(sumOf(share.takings));
}
