import type { ComparedOutcome, WhatIfOutcome as Replayed } from '@perktree/audit-service/what-if/outcome';
import { triedRule } from '@perktree/audit-service/what-if/rules';
import { type Changes, NO_CHANGES, replayPeriod } from '@perktree/audit-service/what-if/what-if';
import type { WhatIfRuleName } from '@perktree/contracts/audit/report-calls';
import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { CliSession } from '../session.ts';
import { textTable } from '../text-table.ts';
import type { AuditOptions, AuditOutcome } from './audit.ts';
import { checkPeriod, linesOf, replayStores } from './scope.ts';

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
export async function whatIf(session: CliSession, options: WhatIfOptions): Promise<AuditOutcome> {
  const { from, to = new Date(session.now()).toISOString(), site: siteId } = options;
  checkPeriod(from, to);
  const { percent = NO_CHANGES.percents, fraudRule = NO_CHANGES.refused } = options;
  const rule = options.rule === undefined ? NO_CHANGES.rule : triedRule(options.rule, options.ruleSetting ?? {});
  const holdDays = options.holdDays === undefined ? null : Number(options.holdDays);
  const changes = { percents: percent, rule, holdDays, minimumPayout: options.minimum ?? null, refused: fraudRule };
  const period = { from, to, siteId };
  const signal = session.stopSignal();
  const { result, sites } = await replayStores(
    session,
    'replaying',
    { site: siteId },
    async ({ store, pool }, onProgress) => {
      const upTo = await store.head();
      const replayed = await replayPeriod({ store, pool, period, upTo, changes, signal, onProgress });
      return { replayed, position: `${upTo}` };
    },
  );
  const { replayed, position } = result;
  const { redemptions, refused, distributors, totals } = replayed;
  const head = {
    title: 'What if',
    sites,
    period: { from, to },
    timeZone: UTC,
    position,
    currencies: totals.map(({ currency }) => currency),
    filter: filterOf(options),
    result: [redemptions === 0 ? NOTHING : `${redemptions} redemptions, ${refused} of them refused.`],
  };
  const tables = [
    {
      title: 'Distributors',
      titles: ['site', 'distributor', ...SUMS],
      rows: distributors.map((row) => [row.siteId, row.distributorId, ...sums(row)]),
    },
    { title: 'Totals', titles: SUMS, rows: totals.map(sums) },
  ];
  const json = { from, to, position, ...replayed };
  return {
    json,
    text: textOf(period, replayed),
    csv: linesOf(['site', 'distributor', ...SUMS], rowsOf(replayed)),
    paper: { head, tables },
  };
}

const NOTHING = '0 redemptions in this period: nothing was checked.';

/** What was tried, as it was typed. */
function filterOf(options: WhatIfOptions): readonly (readonly [string, string])[] {
  const { rule, ruleSetting = {}, holdDays, minimum, percent = NO_CHANGES.percents, fraudRule = [] } = options;
  return [
    ...(rule === undefined ? [] : [['Rule', rule] as const]),
    ...Object.entries(ruleSetting).map(([name, amounts]) => [name, amounts.join('; ')] as const),
    ...(holdDays === undefined ? [] : [['Hold days', holdDays] as const]),
    ...(minimum === undefined ? [] : [['Minimum payout', minimum] as const]),
    ...[...percent].map(([qrId, value]) => [`Percent of ${qrId}`, value] as const),
    ...fraudRule.map((name) => ['Refused by', name] as const),
  ];
}

const SUMS = ['currency', 'earned', 'would have', 'difference', 'payable', 'would be', 'difference'];
const sums = ({ currency, actual, changed, difference }: ComparedOutcome) => [
  currency,
  ...(['earned', 'payable'] as const).flatMap((sum) => [actual[sum], changed[sum], difference[sum]]),
];

const rowsOf = ({ distributors, totals }: Replayed) => [
  ...distributors.map((row) => [row.siteId, row.distributorId, ...sums(row)]),
  ...totals.map((row) => ['all', 'all', ...sums(row)]),
];

function textOf({ from, to }: { readonly from: string; readonly to: string }, replayed: Replayed): string {
  const { redemptions, refused } = replayed;
  const summary = `${redemptions} redemptions from ${from} to ${to}${refused > 0 ? `, ${refused} of them refused` : ''}.`;
  if (redemptions === 0) return `${summary}\n${NOTHING}`;
  return [summary, textTable([['site', 'distributor', ...SUMS], ...rowsOf(replayed)], [3, 4, 5, 6, 7, 8])].join('\n');
}
