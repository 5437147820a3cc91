import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from '../testing/composed-app.ts';
import { lastPart } from '../testing/open-business.ts';
import { Visitor } from '../testing/visitor.ts';
import { Accountant, minorOf, type Step, text } from './accountant.ts';

const { verifyStatement }: { verifyStatement: (statement: unknown) => { readonly wrong: readonly string[] } } =
  await import(join(import.meta.dirname, '../../scripts/verify-statement.mjs'));

const OCTOBER = [Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 1)] as const;
const NOVEMBER = [Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1)] as const;
const AFTER = Date.UTC(2026, 11, 2);
const SEEDS = [7, 1_234];
const STEPS = 30;
const iso = (time: number) => new Date(time).toISOString();

/** A business in one currency: a root of 10 percent, and a child of 4 percent below it. */
interface Business {
  readonly owner: Visitor;
  readonly siteId: string;
  readonly currency: string;
  readonly qrs: readonly { readonly customerToken: string; readonly path: readonly Step[] }[];
}

let clock = Date.UTC(2026, 9, 31, 22);
let composed: ComposedApp;
// Effective times never fall, so each run has a store of its own.
beforeEach(async () => {
  clock = Date.UTC(2026, 9, 31, 22);
  composed = await startComposedApp({ clock: () => new Date(clock) });
}, 60_000);
afterEach(() => composed?.close());

async function open(name: string, currency: string, upper: Visitor, lower: Visitor): Promise<Business> {
  const owner = await new Visitor(composed.app, `owner-${name}`).register('business');
  const { id: siteId } = await owner.must('POST', '/api/sites', { name: `Shop ${name}`, currency });
  const site = `/api/sites/${siteId}`;
  const configuration = await owner.must('GET', `${site}/config`);
  await owner.must('PUT', `${site}/config`, {
    ...configuration,
    ...{ commissionHoldDays: 0, minimumPayout: '0.01', maxRedemptionsPerCustomer: null, qrMinutesLife: 43_200 },
    ...{ maxSaleAmount: '9000.00' },
  });
  const terms = { type: 'DISCOUNT_PERCENT', discountPercent: 20, maxRedemptions: null };
  const { id: rootId } = await owner.must('POST', `${site}/qrs`, {
    name: 'Root',
    ...terms,
    commissionPercent: '10.00',
  });
  await owner.must('POST', `${site}/qrs/${rootId}/split`, { splits: [{ name: 'Child', commissionPercent: '4.00' }] });
  const tree = await owner.must('GET', `${site}/qrs/${rootId}/tree`);
  const childId: string = tree.children[0].id;
  const linksOf = async (id: string) => owner.must('GET', `${site}/qrs/${id}/qrcode`);
  const [root, child] = [await linksOf(rootId), await linksOf(childId)];
  await upper.knowsWhat(owner).must('POST', '/api/claim-qr', { token: lastPart(root.distributorUrl) });
  await lower.knowsWhat(owner).must('POST', '/api/claim-qr', { token: lastPart(child.distributorUrl) });
  const path = [
    { owner: upper.id, points: 1_000n },
    { owner: lower.id, points: 400n },
  ];
  return {
    ...{ owner, siteId, currency },
    qrs: [
      { customerToken: lastPart(root.customerUrl), path: path.slice(0, 1) },
      { customerToken: lastPart(child.customerUrl), path },
    ],
  };
}

/** Numbers below a bound, the same from the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one step of a business after the other
async function live(seed: number, businesses: readonly Business[], books: Accountant): Promise<void> {
  const next = numbersFrom(seed);
  const open: { readonly id: string; readonly business: Business; readonly isRound: boolean }[] = [];
  const processing: { readonly id: string; readonly business: Business }[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const business = businesses[next(businesses.length)] as Business;
    const { owner, siteId } = business;
    // Clocks of different processes: most go on, some are behind.
    clock += next(4) === 0 ? -next(50) * 1_000 : next(15) * 60_000;
    const what = next(10);
    const sale = open[next(Math.max(1, open.length))];
    const payout = processing[next(Math.max(1, processing.length))];
    if (what < 5 || (what < 8 && !sale)) {
      const qr = business.qrs[next(2)] as Business['qrs'][number];
      const customer = await new Visitor(composed.app, `guest-${seed}-${step}`).register('customer');
      const { redemptionToken } = await customer.must('POST', '/api/scan', { token: qr.customerToken });
      const isRound = next(2) === 0;
      const amount = isRound ? BigInt(1 + next(80)) * 10_000n : BigInt(1 + next(500_000));
      owner.knowsWhat(customer);
      const body = { token: redemptionToken, saleAmount: text(amount) };
      const { redemption } = await owner.must('POST', '/api/staff/redeem', body);
      books.redeemed(redemption.id, siteId, amount, qr.path, clock);
      open.push({ id: redemption.id, business, isRound });
    } else if (what < 7 && sale) {
      const isPart = sale.isRound && next(2) === 0;
      const left = books.sales.get(sale.id);
      const part = isPart && left && left.sale - left.reversed > 10_000n ? 10_000n : null;
      await sale.business.owner.must('POST', `/api/redemptions/${sale.id}/reverse`, {
        reason: 'returned',
        ...(part !== null && { amount: text(part) }),
      });
      books.reversed(sale.id, part, clock);
      if (part === null) open.splice(open.indexOf(sale), 1);
    } else if (what < 9 || !payout) {
      const expected = books.payable(siteId, clock);
      const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
      const made = payouts as readonly { id: string; distributorId: string; amount: string }[];
      expect(made.map(({ distributorId }) => distributorId).sort()).toEqual([...expected.keys()].sort());
      if (made.length > 0) books.happened(clock);
      for (const { id, distributorId, amount } of made) {
        expect(minorOf(amount)).toBe(books.paidOutTo(id, siteId, distributorId, clock));
        processing.push({ id, business });
      }
    } else {
      const [act, body] = next(3) === 0 ? ['cancel', { reason: 'wrong' }] : ['mark-paid', { reference: 'transfer' }];
      await payout.business.owner.must('POST', `/api/payouts/${payout.id}/${act}`, body);
      if (act === 'cancel') books.cancelled(payout.id, clock);
      else books.paid(payout.id, clock);
      processing.splice(processing.indexOf(payout), 1);
    }
  }
}

type Row = Readonly<Record<'opening' | 'earned' | 'takenBack' | 'paidOut' | 'closing', string>>;
const ZERO = /^-?0\.00$/;
const figures = ({ opening, earned, takenBack, paidOut, closing }: Row) => [
  opening,
  earned,
  takenBack,
  paidOut,
  closing,
];
const told = (rows: readonly (Row & { readonly distributorId: string })[]) =>
  rows
    .map((row) => [row.distributorId, ...figures(row)])
    .filter(([, ...amounts]) => !amounts.every((amount) => ZERO.test(amount ?? '')))
    .sort();

/** Months, statements, balances and statistics of a site against the accountant's. */
async function checkSite({ owner, siteId, currency }: Business, books: Accountant): Promise<void> {
  for (const [from, to] of [OCTOBER, NOVEMBER]) {
    const expected = told(
      books.ownersAt(siteId).map((distributorId) => {
        const { opening, earned, takenBack, paidOut, closing } = books.sums(siteId, distributorId, from, to);
        const row = { opening: text(opening), earned: text(earned), takenBack: text(takenBack) };
        return { distributorId, ...row, paidOut: text(paidOut), closing: text(closing) };
      }),
    );
    const month = await owner.must('GET', `/api/sites/${siteId}/audit/months/${iso(from).slice(0, 7)}`);
    const monthRows = month.distributors.map((row: Row & { distributor: { id: string } }) => ({
      ...row,
      distributorId: row.distributor.id,
    }));
    expect(told(monthRows), `month of ${currency}`).toEqual(expected);
    const period = `from=${iso(from)}&to=${iso(to)}`;
    const { statement } = await owner.must('GET', `/api/sites/${siteId}/statement?${period}`);
    expect(verifyStatement(statement).wrong).toEqual([]);
    expect(told(statement.totals), `statement of ${currency}`).toEqual(expected);
    const balances = await owner.must('GET', `/api/sites/${siteId}/balances?asOf=${iso(to - 1)}`);
    for (const row of balances.distributors) {
      expect(minorOf(row.owed), `balance of ${currency}`).toBe(books.sums(siteId, row.distributorId, 0, to).closing);
    }
  }
  const { differences } = await owner.must('GET', `/api/sites/${siteId}/audit`);
  expect(differences).toBe(0);
  const all = books.ownersAt(siteId).map((id) => books.sums(siteId, id, 0, AFTER + 1));
  const stats = await owner.must('GET', `/api/sites/${siteId}/stats?days=60`);
  expect(minorOf(stats.commissionEarned)).toBe(
    all.reduce((sum, { earned, takenBack }) => sum + earned + takenBack, 0n),
  );
  const top = await owner.must('GET', `/api/sites/${siteId}/top-distributors`);
  for (const { distributorId, commission } of top) {
    const { earned, takenBack } = books.sums(siteId, distributorId, 0, AFTER + 1);
    expect(minorOf(commission)).toBe(earned + takenBack);
  }
}

/** What a distributor sees. */
async function checkPerson(person: Visitor, businesses: readonly Business[], books: Accountant): Promise<void> {
  const stats = await person.must('GET', '/api/distributors/me/payout-stats');
  const dashboard = await person.must('GET', '/api/me/dashboard?days=60');
  const ledger = await person.must('GET', '/api/distributors/me/ledger?limit=200');
  for (const { siteId, currency } of businesses) {
    const { earned, takenBack, paidOut, closing } = books.sums(siteId, person.id, 0, AFTER + 1);
    const of = (rows: readonly { currency: string }[]) => rows.find((row) => row.currency === currency);
    const own = of(stats.byCurrency) as { totalPaid: string; pending: string } | undefined;
    expect([own?.totalPaid ?? '0.00', own?.pending ?? '0.00'], currency).toEqual([text(paidOut), text(closing)]);
    const shown = of(dashboard.byCurrency) as { commissionEarned: string } | undefined;
    expect(shown?.commissionEarned ?? '0.00', `dashboard, ${currency}`).toBe(text(earned + takenBack));
    const listed = ledger.filter((row: { currency: string }) => row.currency === currency);
    const sum = listed.reduce(
      (total: bigint, row: { commissionAmount: string }) => total + minorOf(row.commissionAmount),
      0n,
    );
    expect(sum, `ledger, ${currency}`).toBe(earned + takenBack);
  }
}

describe.each(SEEDS)('a random business (seed %i), by an accountant', (seed) => {
  it('says the same wherever money is shown', { timeout: 120_000 }, async () => {
    const books = new Accountant();
    const distributor = (name: string) => new Visitor(composed.app, `${name}-${seed}`).register('distributor');
    const [upper, lower] = [await distributor('upper'), await distributor('lower')];
    const businesses: Business[] = [];
    for (const currency of ['EUR', 'USD', 'GBP']) {
      businesses.push(await open(`${currency}-${seed}`, currency, upper, lower));
    }
    books.happened(clock);
    await live(seed, businesses, books);
    clock = AFTER;
    const last = await new Visitor(composed.app, `last-${seed}`).register('business');
    await last.must('POST', '/api/sites', { name: 'Later', currency: 'EUR' });
    books.happened(clock);

    for (const business of businesses) {
      business.owner.knowsWhat(last);
      await checkSite(business, books);
    }
    for (const person of [upper, lower]) await checkPerson(person.knowsWhat(last), businesses, books);
  });
});
