import { replayPeriod } from '@perktree/audit-service/replay/walks';
import type { Compared, Outcome as Replayed } from '@perktree/audit-service/what-if/outcome';
import { csvLine } from './csv.ts';
import type { Outcome } from './outcome.ts';
import { table } from './table.ts';
import type { Tools } from './tools.ts';
import { walkProgress } from './walk-progress.ts';
import type { Words } from './words.ts';

/** What a period would have come to. */
export async function whatIf({ store, pool, signal, now }: Tools, { asked, changes }: Words): Promise<Outcome> {
  const { from, to = new Date(now()).toISOString(), siteId, distributorId } = asked;
  if (from === undefined) throw new Error('what-if takes --from DATE.');
  if (distributorId !== undefined) throw new Error('what-if tells of every distributor; --distributor is for replay.');
  const period = { from, to, siteId };
  const progress = walkProgress('replaying');
  const replayed = await replayPeriod({ store, pool, period, changes, signal, onProgress: progress.show }).finally(
    progress.end,
  );
  return { json: { from, to, ...replayed }, text: textOf(period, replayed), csv: csvOf(replayed) };
}

const SUMS = ['currency', 'earned', 'would have', 'difference', 'payable', 'would be', 'difference'];
const sums = ({ currency, actual, changed, difference }: Compared) => [
  ...[currency, actual.earned, changed.earned, difference.earned],
  ...[actual.payable, changed.payable, difference.payable],
];

const rowsOf = ({ distributors, totals }: Replayed) => [
  ...distributors.map((row) => [row.siteId, row.distributorId, ...sums(row)]),
  ...totals.map((row) => ['all', 'all', ...sums(row)]),
];

function textOf({ from, to }: { readonly from: string; readonly to: string }, replayed: Replayed): string {
  const { redemptions, refused } = replayed;
  const told = `${redemptions} redemptions from ${from} to ${to}${refused > 0 ? `, of which ${refused} refused` : ''}.`;
  if (redemptions === 0) return told;
  return [told, table([['site', 'distributor', ...SUMS], ...rowsOf(replayed)], [3, 4, 5, 6, 7, 8])].join('\n');
}

const csvOf = (replayed: Replayed) => [['site', 'distributor', ...SUMS], ...rowsOf(replayed)].map(csvLine).join('');
