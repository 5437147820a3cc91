import { replayPeriod } from '@perktree/audit-service/replay/walks';
import type { Compared, Outcome as Replayed } from '@perktree/audit-service/what-if/outcome';
import { triedRule } from '@perktree/audit-service/what-if/rules';
import { type Changes, NO_CHANGES } from '@perktree/audit-service/what-if/what-if';
import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { csvLine } from '@perktree/contracts/csv';
import type { WhatIfRuleName } from '@perktree/contracts/http/audit-reports';
import { walkProgress } from '../progress-line.ts';
import { type Session, withStores } from '../session.ts';
import { textTable } from '../text-table.ts';
import type { AuditOptions, AuditOutcome } from './audit.ts';

interface WhatIfOptions extends AuditOptions {
  readonly from: string;
  readonly to?: string;
  readonly percent?: Changes['percents'];
  readonly rule?: WhatIfRuleName;
  readonly ruleSetting?: RuleSettings;
  readonly holdDays?: string;
  readonly minimum?: string;
  readonly fraudRule?: Changes['refused'];
}

/** Computes the earnings of a period under other rules. */
export async function whatIf(session: Session, options: WhatIfOptions): Promise<AuditOutcome> {
  const { from, to = new Date(session.now()).toISOString(), site: siteId } = options;
  if (options.to !== undefined && from >= to) throw new Error('--from is not before --to.');
  const { percent = NO_CHANGES.percents, fraudRule = NO_CHANGES.refused } = options;
  const rule = options.rule === undefined ? NO_CHANGES.rule : triedRule(options.rule, options.ruleSetting ?? {});
  const holdDays = options.holdDays === undefined ? null : Number(options.holdDays);
  const changes = { percents: percent, rule, holdDays, minimumPayout: options.minimum ?? null, refused: fraudRule };
  const period = { from, to, siteId };
  const progress = walkProgress('replaying');
  const signal = session.stopSignal();
  const replayed = await withStores(session, ({ store, pool }) =>
    replayPeriod({ store, pool, period, changes, signal, onProgress: progress.show }),
  ).finally(progress.end);
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
  const summary = `${redemptions} redemptions from ${from} to ${to}${refused > 0 ? `, ${refused} of them refused` : ''}.`;
  if (redemptions === 0) return summary;
  return [summary, textTable([['site', 'distributor', ...SUMS], ...rowsOf(replayed)], [3, 4, 5, 6, 7, 8])].join('\n');
}

const csvOf = (replayed: Replayed) =>
  [['site', 'distributor', ...SUMS], ...rowsOf(replayed)].map((row) => csvLine(row)).join('');
