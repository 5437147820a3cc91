import type { ClosedMonth, ClosedSums } from '@perktree/audit-service/month-close/close-month';
import { closeMonth } from '@perktree/audit-service/replay/walks';
import { csvLine } from './csv.ts';
import type { Outcome } from './outcome.ts';
import { table } from './table.ts';
import type { Tools } from './tools.ts';
import { walkProgress } from './walk-progress.ts';
import type { Words } from './words.ts';

const FIGURES = [
  'currency',
  'opening',
  'entries',
  'earned',
  'reversals',
  'taken back',
  'payouts',
  'paid out',
  'written off',
  'closing',
];

/** The books of a month. They say nothing of when they were made, so that they are the same whenever they are. */
export async function close({ store, pool, signal, now }: Tools, { asked, month }: Words): Promise<Outcome> {
  if (month === null) throw new Error('close takes --month YYYY-MM.');
  const progress = walkProgress('closing');
  const { siteId } = asked;
  const closed = await closeMonth({
    store,
    pool,
    month,
    siteId,
    now: now(),
    signal,
    onProgress: progress.show,
  }).finally(progress.end);
  return { json: closed, text: textOf(closed), csv: csvOf(closed) };
}

const figures = (sums: ClosedSums) => [
  ...[sums.currency, sums.opening, `${sums.entries}`, sums.earned, `${sums.reversals}`, sums.takenBack],
  ...[`${sums.payouts}`, sums.paidOut, sums.writtenOff, sums.closing],
];

const rowsOf = ({ sites, totals }: ClosedMonth) => [
  ...sites.flatMap(({ siteId, position, distributors, totals: ofSite }) => [
    ...distributors.map((sums) => [siteId, sums.distributorId, position, ...figures(sums)]),
    ...ofSite.map((sums) => [siteId, 'all', position, ...figures(sums)]),
  ]),
  ...totals.map((sums) => ['all', 'all', '', ...figures(sums)]),
];

function textOf(closed: ClosedMonth): string {
  const { month, position } = closed;
  if (closed.sites.length === 0) return `${month} is closed: nothing was earned or paid by its end.`;
  const rows = rowsOf(closed).map((row) => row.filter((_, column) => column !== 2));
  return [
    `${month} is closed at position ${position}.`,
    table([['site', 'distributor', ...FIGURES], ...rows], [3, 4, 5, 6, 7, 8, 9, 10, 11]),
  ].join('\n');
}

const csvOf = (closed: ClosedMonth) =>
  [['site', 'distributor', 'position', ...FIGURES], ...rowsOf(closed)].map(csvLine).join('');
