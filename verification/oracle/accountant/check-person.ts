import type { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { expect } from 'vitest';
import type { Sums } from './accountant.ts';
import type { Business, World } from './business.ts';
import { checkStatement, expectedRows, MONTHS, rowTexts } from './check-site.ts';
import { partsOf, pointsOf, poolOf } from './commission.ts';
import { minorOf, text } from './money.ts';

const ALL = [0, Number.MAX_SAFE_INTEGER] as const;

interface LedgerRow {
  readonly id: string;
  readonly redemptionId: string;
  readonly qrId: string;
  readonly commissionAmount: string;
  readonly currency: string;
  readonly state: string;
}

/** Sums over the businesses of one currency. */
function sumsIn({ businesses, books }: World, currency: string, owner: string, month: readonly [number, number]) {
  const places = businesses.filter((business) => business.currency === currency).map(({ siteId }) => siteId);
  const of = (what: (place: string) => bigint) => places.reduce((sum, place) => sum + what(place), 0n);
  const field = (name: keyof Sums) => of((place) => books.sums(place, owner, ALL)[name]);
  return { field, thisMonth: of((place) => books.earnedWithin(place, owner, month)), of };
}

/** The UTC month of a time: from its first millisecond, inclusive, to that of the next month, exclusive. */
function monthOf(time: number): readonly [number, number] {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return [Date.UTC(year, month), Date.UTC(year, month + 1)];
}

/** Checks the screens and reports of a distributor. */
export async function checkPerson(world: World, person: Visitor): Promise<void> {
  const { businesses, books, time } = world;
  const own = '/api/distributors/me';
  const stats = await person.must('GET', `${own}/payout-stats`);
  const dashboard = await person.must('GET', '/api/me/dashboard?days=90');
  const balances = await person.must('GET', `${own}/balances`);
  const open = await person.must('GET', '/api/me/open-balance');
  const ledger: readonly LedgerRow[] = await person.must('GET', `${own}/ledger?limit=200`);
  for (const currency of new Set(businesses.map((business) => business.currency))) {
    const { field, thisMonth, of } = sumsIn(world, currency, person.id, monthOf(time.now));
    const inCurrency = <T extends { currency: string }>(rows: readonly T[]) =>
      rows.find((row) => row.currency === currency);
    const [earned, takenBack, closing] = [field('earned'), field('takenBack'), field('closing')];
    const known: Record<string, string> | undefined = inCurrency(stats.byCurrency);
    expect([known?.totalPaid ?? '0.00', known?.pending ?? '0.00', known?.thisMonth ?? '0.00'], 'payout stats').toEqual([
      text(field('paidOut')),
      text(closing),
      text(thisMonth),
    ]);
    const shown: Record<string, string> | undefined = inCurrency(dashboard.byCurrency);
    expect(shown?.commissionEarned ?? '0.00', 'dashboard').toBe(text(earned + takenBack));
    const payable = of((place) => books.standing(place, person.id, time.now).payable);
    const inPayout = of((place) => books.standing(place, person.id, time.now).inPayout);
    const balance: Record<string, string> | undefined = inCurrency(balances.totals);
    if (balance !== undefined || closing !== 0n) {
      expect(balance, 'own balance').toMatchObject({
        ...{ earned: text(earned), takenBack: text(takenBack), paidOut: text(field('paidOut')), owed: text(closing) },
        ...{ writtenOff: text(field('writtenOff')), payable: text(payable), inPayout: text(inPayout) },
      });
    }
    const owed: Record<string, string> | undefined = inCurrency(open.totals);
    expect(owed?.owed ?? '0.00', 'open balance').toBe(text(closing));

    const listed = (state: string) =>
      ledger
        .filter((row) => row.currency === currency && row.state === state)
        .reduce((sum, row) => sum + minorOf(row.commissionAmount), 0n);
    const waitsReversed = reversedWhileWaiting(world, person.id, currency);
    expect(
      {
        ...{ paid: listed('paid'), in_payout: listed('in_payout'), written_off: listed('written_off') },
        ...{ reversed: listed('reversed'), payable: listed('payable'), pending: listed('pending') },
      },
      'states of the ledger',
    ).toEqual({
      ...{ paid: field('paidOut'), in_payout: inPayout, written_off: field('writtenOff') },
      ...{ reversed: waitsReversed, payable, pending: closing - inPayout - payable },
    });
  }
  expect(
    ledger.map(({ redemptionId, qrId, commissionAmount }) => [redemptionId, qrId, commissionAmount]).sort(),
  ).toEqual(expectedLedger(world, person.id));
  expect(ledger.filter(({ state }) => state === 'awaiting_confirmation' || state === 'lapsed').length).toBe(
    waitingParts(world, person.id).filter(({ isWhole }) => !isWhole).length,
  );
  const standings = await person.must('GET', `${own}/standings`);
  for (const { siteId, commission } of standings) {
    const { earned, takenBack } = books.sums(siteId, person.id, ALL);
    expect(minorOf(commission), 'own figures on a site').toBe(earned + takenBack);
  }
  const earning = businesses.filter(({ siteId }) => books.ownersAt(siteId).includes(person.id));
  expect(standings.map((row: { siteId: string }) => row.siteId)).toEqual(
    expect.arrayContaining(earning.map(({ siteId }) => siteId)),
  );
  const payouts = await person.must('GET', `${own}/payouts?limit=200`);
  expect(payouts.map((p: Record<string, string>) => [p.id, p.amount, p.status]).sort(), 'own payouts').toEqual(
    [...books.payouts.values()]
      .filter(({ owner }) => owner === person.id)
      .map((p) => [p.id, text(p.minor), p.state])
      .sort(),
  );
}

/** Shares of redemptions that staff have not confirmed. */
const waitingParts = ({ books }: World, owner: string) =>
  [...books.sales.values()]
    .filter(({ isWaiting }) => isWaiting)
    .flatMap((sale) =>
      sale.parts.filter((part) => part.owner === owner).map((part) => ({ ...sale, ...part, saleId: sale.id })),
    );

function reversedWhileWaiting(world: World, owner: string, currency: string): bigint {
  const placesOf = (one: Business) => one.currency === currency;
  const places = world.businesses.filter(placesOf).map(({ siteId }) => siteId);
  return waitingParts(world, owner)
    .filter(({ isWhole, place }) => isWhole && places.includes(place))
    .reduce((sum, { minor }) => sum + minor, 0n);
}

const expectedLedger = (world: World, owner: string) =>
  [
    ...world.books.entries
      .filter((entry) => entry.owner === owner)
      .map(({ sale, qr, minor }) => [sale, qr, text(minor)]),
    ...waitingParts(world, owner).map(({ saleId, qr, minor }) => [saleId, qr, text(minor)]),
  ].sort();

/** The statement of a distributor for each month, over all sites. */
export async function checkOwnStatements({ businesses, books }: World, person: Visitor): Promise<void> {
  for (const period of MONTHS) {
    const { totals } = await checkStatement('/api/distributors/me/statement', period, person);
    expect(
      rowTexts(totals.map((row: Parameters<typeof rowTexts>[0][number][1] & { siteId: string }) => [row.siteId, row])),
      'own statement',
    ).toEqual(expectedRows(businesses.map(({ siteId }) => [siteId, books.sums(siteId, person.id, period)] as const)));
  }
}

/** The explanation of every entry of a ledger. @returns how many there were */
export async function checkExplanations({ books }: World, person: Visitor): Promise<number> {
  const ledger: readonly LedgerRow[] = await person.must('GET', '/api/distributors/me/ledger?limit=200');
  for (const row of ledger) {
    const explanation = await person.must('GET', `/api/ledger/${row.id}/explanation`);
    const sale = books.saleOf(row.redemptionId);
    const parts = partsOf(sale.path, sale.sale);
    expect(explanation.recomputed).toEqual({ same: true, differences: [] });
    expect([explanation.entry.amount, explanation.entry.redemptionId]).toEqual([
      row.commissionAmount,
      row.redemptionId,
    ]);
    expect(explanation.commission.saleAmount).toBe(text(sale.sale));
    expect(explanation.commission.pool.amount, 'explained pool').toBe(text(poolOf(pointsOf(parts), sale.sale)));
    const shares = explanation.commission.shares as readonly { qrId: string; amount: string; percent: string }[];
    expect(
      shares.map(({ qrId, amount, percent }) => [qrId, minorOf(amount), percent]),
      'explained shares',
    ).toEqual(parts.map(({ qr, minor, points }) => [qr, minor, text(points)]));
    if (explanation.entry.reversesEntryId === null) {
      const back = (explanation.followed as readonly { kind: string; amount: string | null }[])
        .filter(({ kind, amount }) => kind === 'reversed' && amount !== null)
        .reduce((sum, { amount }) => sum + minorOf(amount ?? '0.00'), 0n);
      const expected = books.entries
        .filter((e) => e.sale === sale.id && e.qr === row.qrId && e.ofShareAt !== null)
        .reduce((sum, { minor }) => sum + minor, 0n);
      if (!sale.isWaiting) expect(back, 'reversed amount in the explanation').toBe(expected);
    }
  }
  return ledger.length;
}
