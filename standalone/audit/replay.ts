import { type Audited, auditHistory } from '@perktree/audit-service/replay/audit-history';
import type { Finding } from '@perktree/audit-service/replay/finding';
import { csvLine } from './csv.ts';
import type { Outcome } from './outcome.ts';
import { table } from './table.ts';
import type { Tools } from './tools.ts';
import { walkProgress } from './walk-progress.ts';
import type { Words } from './words.ts';

const COLUMNS = [
  'event',
  'position',
  'time',
  'stream',
  'site',
  'distributor',
  'qr',
  'entry',
  'what',
  'expected',
  'found',
];
/** A person reads no more than that; files have all. */
const MOST_LINES = 50;

/** Computes every commission again. */
export async function replay({ store, pool, signal }: Tools, { asked }: Words): Promise<Outcome> {
  const progress = walkProgress('replaying');
  const lines = [csvLine(COLUMNS)];
  const onFinding = (finding: Finding) => void lines.push(csvLine(cellsOf(finding)));
  const audited = await auditHistory({ store, pool, asked, signal, onFinding, onProgress: progress.show }).finally(
    progress.end,
  );
  return { json: audited, text: textOf(audited), csv: lines.join(''), differs: audited.differences > 0 };
}

const cellsOf = (finding: Finding) => [
  ...[finding.eventId, `${finding.position}`, finding.at, finding.stream, finding.siteId, finding.distributorId],
  ...[finding.qrId, finding.entryId, finding.what, finding.expected, finding.found],
];

function textOf(audited: Audited): string {
  const { events, position, sites, trees, redemptions, reversals, entries, payouts, rows, totals, differences } =
    audited;
  const sums = totals.map(
    ({ currency, earned, takenBack, paidOut }) =>
      `${currency}: ${earned} earned, ${takenBack} taken back, ${paidOut} paid out.`,
  );
  return [
    `Walked ${events} events up to position ${position}: ${sites} sites, ${trees} trees.`,
    `Computed again: ${redemptions} redemptions, ${reversals} reversals, ${entries} entries, ${payouts} payouts.`,
    ...(rows ? [rowsText(rows)] : []),
    ...sums,
    ...(differences === 0 ? ['No differences.'] : ['', differencesText(audited)]),
  ].join('\n');
}

function rowsText({ compared, behind }: NonNullable<Audited['rows']>): string {
  const later = behind === 0 ? '' : `; ${behind} more are still being written`;
  return `Compared ${compared} rows of the ledger that the screens show${later}.`;
}

function differencesText({ differences, findings }: Audited): string {
  const shown = findings.slice(0, MOST_LINES);
  const rows = shown.map(({ position, eventId, what, expected, found }) => [
    ...[`${position}`, eventId ?? '(no event)', what, expected ?? '(nothing)', found ?? '(nothing)'],
  ]);
  return [
    `${differences} ${differences === 1 ? 'difference' : 'differences'}${shown.length < differences ? `, the first ${shown.length}` : ''}:`,
    table([['position', 'event', 'what', 'expected', 'found'], ...rows], [0]),
  ].join('\n');
}
