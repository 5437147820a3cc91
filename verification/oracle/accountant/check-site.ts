import { join } from 'node:path';
import { expect } from 'vitest';
import type { Sums } from './accountant.ts';
import type { Business, World } from './business.ts';
import { minorOf, text } from './money.ts';

const { verifyStatement }: { verifyStatement: (statement: unknown) => { readonly wrong: readonly string[] } } =
  await import(join(import.meta.dirname, '../../../scripts/verify-statement.mjs'));

const OCTOBER = [Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 1)] as const;
const NOVEMBER = [Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1)] as const;
export const MONTHS = [OCTOBER, NOVEMBER];
const iso = (time: number) => new Date(time).toISOString();

type Row = Readonly<Record<keyof Sums, string>>;
const figures = ({ opening, earned, takenBack, paidOut, writtenOff, closing }: Row): readonly string[] =>
  [opening, earned, takenBack, paidOut, writtenOff, closing].map((amount) => text(minorOf(amount)));
const rowOf = ({ opening, earned, takenBack, paidOut, writtenOff, closing }: Sums): Row => ({
  ...{ opening: text(opening), earned: text(earned), takenBack: text(takenBack) },
  ...{ paidOut: text(paidOut), writtenOff: text(writtenOff), closing: text(closing) },
});

/** Rows by key, without rows of zeros, which reports may omit. */
export function rowTexts(rows: readonly (readonly [key: string, row: Row])[]): readonly (readonly string[])[] {
  return rows
    .map(([key, row]) => [key, ...figures(row)])
    .filter(([, ...amounts]) => amounts.some((amount) => minorOf(amount) !== 0n))
    .sort();
}
export const expectedRows = (rows: readonly (readonly [key: string, sums: Sums])[]) =>
  rowTexts(rows.map(([key, sums]) => [key, rowOf(sums)]));

export async function checkStatement(url: string, period: readonly [number, number], reader: Business['owner']) {
  const [from, to] = period.map(iso);
  const { statement } = await reader.must('GET', `${url}?from=${from}&to=${to}`);
  expect(verifyStatement(statement).wrong, 'problems found by the verifier').toEqual([]);
  return statement;
}

/** Checks the lists and sums of a site. */
export async function checkSite({ books, time }: World, { owner, siteId, currency }: Business): Promise<void> {
  const all = [0, Number.MAX_SAFE_INTEGER] as const;
  const site = `/api/sites/${siteId}`;
  const owners = books.ownersAt(siteId);
  const sums = owners.map((id) => books.sums(siteId, id, all));
  const total = (of: (sums: Sums) => bigint) => sums.reduce((sum, row) => sum + of(row), 0n);

  const redemptions = await owner.must('GET', `${site}/redemptions?limit=200`);
  const sales = [...books.sales.values()].filter(({ place }) => place === siteId);
  expect(
    redemptions.map((r: Record<string, unknown>) => [r.id, r.saleAmount, r.reversedAmount, r.isWhollyReversed]).sort(),
    'redemptions',
  ).toEqual(sales.map((s) => [s.id, text(s.sale), text(s.reversed), s.isWhole]).sort());

  const payouts = await owner.must('GET', `${site}/payouts?limit=200`);
  expect(payouts.map((p: Record<string, string>) => [p.id, p.distributorId, p.amount, p.status]).sort()).toEqual(
    [...books.payouts.values()]
      .filter(({ place }) => place === siteId)
      .map((p) => [p.id, p.owner, text(p.minor), p.state])
      .sort(),
  );

  const balances = await owner.must('GET', `${site}/balances`);
  for (const row of balances.distributors) {
    const { earned, takenBack, paidOut, writtenOff, closing } = books.sums(siteId, row.distributorId, all);
    const { payable, inPayout } = books.standing(siteId, row.distributorId, time.now);
    expect(row, 'balance').toMatchObject({
      ...{ earned: text(earned), takenBack: text(takenBack), paidOut: text(paidOut), writtenOff: text(writtenOff) },
      ...{ owed: text(closing), payable: text(payable), inPayout: text(inPayout) },
    });
  }
  // A distributor whose shares all wait for confirmation has a row of zeros.
  const listed = balances.distributors.map((row: { distributorId: string }) => row.distributorId);
  expect(listed, 'distributors with a balance').toEqual(expect.arrayContaining([...owners]));

  const audit = await owner.must('GET', `${site}/audit`);
  // The clock of a business goes back.
  expect(audit.findings.filter(({ what }: { what: string }) => what !== 'clock of an event')).toEqual([]);
  const stats = await owner.must('GET', `${site}/stats?days=90`);
  expect(minorOf(stats.commissionEarned), 'stats').toBe(total(({ earned, takenBack }) => earned + takenBack));
  for (const { date, commission } of stats.series) {
    const ofDay = books.entries.filter((entry) => entry.place === siteId && iso(entry.at).startsWith(date));
    expect(minorOf(commission), `series of ${date}`).toBe(ofDay.reduce((sum, { minor }) => sum + minor, 0n));
  }
  const top = await owner.must('GET', `${site}/top-distributors`);
  for (const { distributorId, commission } of top) {
    const { earned, takenBack } = books.sums(siteId, distributorId, all);
    expect(minorOf(commission), 'top distributors').toBe(earned + takenBack);
  }

  const period = `from=${iso(MONTHS[0]?.[0] ?? 0)}&to=${iso(time.now + 1)}`;
  const whatIf = await owner.must('GET', `${site}/audit/what-if?${period}`);
  for (const { distributor, actual, changed } of whatIf.distributors) {
    const { earned, takenBack } = books.sums(siteId, distributor.id, all);
    const expected = text(earned + takenBack);
    expect([actual.earned, changed.earned], `what if nothing changed, ${currency}`).toEqual([expected, expected]);
  }
}

/** Checks the reports of past months. */
export async function checkMonths({ books }: World, { owner, siteId }: Business): Promise<void> {
  const site = `/api/sites/${siteId}`;
  for (const period of MONTHS) {
    const [from, to] = period;
    const expected = expectedRows(books.ownersAt(siteId).map((id) => [id, books.sums(siteId, id, period)]));
    const month = await owner.must('GET', `${site}/audit/months/${iso(from).slice(0, 7)}`);
    expect(
      rowTexts(month.distributors.map((row: Row & { distributor: { id: string } }) => [row.distributor.id, row])),
      'month',
    ).toEqual(expected);
    const { totals } = await checkStatement(`${site}/statement`, period, owner);
    expect(
      rowTexts(totals.map((row: Row & { distributorId: string }) => [row.distributorId, row])),
      'statement of the site',
    ).toEqual(expected);
    const balances = await owner.must('GET', `${site}/balances?asOf=${iso(to - 1)}`);
    for (const row of balances.distributors) {
      const { payable, inPayout } = books.standing(siteId, row.distributorId, to - 1);
      const { closing } = books.sums(siteId, row.distributorId, [0, to]);
      expect(row, 'balance at the end of a month').toMatchObject({
        ...{ owed: text(closing), payable: text(payable), inPayout: text(inPayout) },
      });
    }
  }
}
