import { type Audited, auditHistory } from '@perktree/audit-service/replay/audit-history';
import type { Finding } from '@perktree/audit-service/replay/finding';
import { csvLine } from '@perktree/contracts/kernel/csv';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { GUARD_TEXTS } from '@perktree/event-store/postgres/append-guard';
import { walkProgress } from '../progress-line.ts';
import { type CliSession, withStores } from '../session.ts';
import { textReads } from '../text-reads.ts';
import { textTable } from '../text-table.ts';
import type { AuditOptions, AuditOutcome } from './audit.ts';
import { checkPeriod, checkScope, paperSites } from './scope.ts';

interface ReplayOptions extends AuditOptions {
  readonly distributor?: string;
  readonly from?: string;
  readonly to?: string;
}

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
/** Maximum number of differences on the terminal. Files contain all of them. */
const MAX_LINES = 50;

/** Recomputes every commission. */
export async function replay(
  session: CliSession,
  { site, distributor, from, to }: ReplayOptions,
): Promise<AuditOutcome> {
  checkPeriod(from, to);
  const progress = walkProgress('replaying');
  const rows: (string | null)[][] = [];
  const onFinding = (finding: Finding) => void rows.push(cellsOf(finding));
  const filter = { siteId: site, distributorId: distributor, from, to };
  const signal = session.stopSignal();
  const { audited, sites } = await withStores(session, async (stores) => {
    await checkScope(stores, { site, distributor });
    const { store, pool } = stores;
    return {
      audited: await auditHistory({
        store,
        pool,
        texts: textReads({ store, pool }),
        filter,
        signal,
        onFinding,
        onProgress: progress.show,
      }),
      sites: await paperSites(stores, site),
    };
  }).finally(progress.end);
  const csv = [COLUMNS, ...rows].map((row) => csvLine(row)).join('');
  const head = {
    title: 'Replay',
    sites,
    period: { from: from ?? null, to: to ?? null },
    timeZone: UTC,
    currencies: audited.totals.map(({ currency }) => currency),
    filter: distributor === undefined ? [] : ([['Distributor', distributor]] as const),
    position: `${audited.position}`,
    result: resultOf(audited),
  };
  const totals = audited.totals.map(({ currency, earned, takenBack, paidOut }) => [
    currency,
    earned,
    takenBack,
    paidOut,
  ]);
  const tables = [
    { title: 'Differences', titles: COLUMNS, rows },
    { title: 'Totals', titles: ['currency', 'earned', 'taken back', 'paid out'], rows: totals },
  ];
  return { json: audited, text: textOf(audited), csv, paper: { head, tables }, differs: audited.differences > 0 };
}

const cellsOf = (finding: Finding) => [
  finding.eventId,
  `${finding.position}`,
  finding.at,
  finding.stream,
  finding.siteId,
  finding.distributorId,
  finding.qrId,
  finding.entryId,
  finding.what,
  finding.expected,
  finding.found,
];

/** The result in words: what was compared, also where nothing differs or nothing was there to check. */
function resultOf({ redemptions, reversals, entries, payouts, rows, differences }: Audited): readonly string[] {
  const isNothing = redemptions + reversals + payouts === 0 && differences === 0;
  return [
    `Recomputed: ${redemptions} redemptions, ${reversals} reversals, ${entries} entries, ${payouts} payouts.`,
    ...(rows ? [`Compared ${rows.compared} rows that the screens show.`] : []),
    isNothing
      ? '0 redemptions in this period: nothing was checked.'
      : differences === 0
        ? 'No differences.'
        : `${differences} ${differences === 1 ? 'difference' : 'differences'}.`,
  ];
}

function textOf(audited: Audited): string {
  const { events, position, sites, trees, redemptions, reversals, entries, payouts, rows, texts, totals, differences } =
    audited;
  const sums = totals.map(
    ({ currency, earned, takenBack, paidOut }) =>
      `${currency}: ${earned} earned, ${takenBack} taken back, ${paidOut} paid out.`,
  );
  return [
    `Replayed ${events} events up to position ${position}: ${sites} sites, ${trees} trees.`,
    `Recomputed: ${redemptions} redemptions, ${reversals} reversals, ${entries} entries, ${payouts} payouts.`,
    ...(rows ? [rowsText(rows)] : []),
    ...(texts ? [textsText(texts)] : []),
    ...(audited.guard ? [GUARD_TEXTS[audited.guard] ?? ''].filter(Boolean) : []),
    ...sums,
    ...(differences === 0 ? resultOf(audited).slice(-1) : ['', differencesText(audited)]),
  ].join('\n');
}

function rowsText({ compared, behind, later, tables, notCompared }: NonNullable<Audited['rows']>): string {
  const notYet = behind === 0 ? '' : `; ${behind} more are not projected yet`;
  const since = later === 0 ? '' : `; ${later} more have changed since the replay began`;
  const each = tables.map((table) => {
    const differ = table.differences === 0 ? '' : `, ${table.differences} of them different or missing`;
    return `  ${table.name}: ${table.compared}${differ}`;
  });
  return [
    `Compared ${compared} rows that the screens show${notYet}${since}:`,
    ...each,
    `Not compared: ${notCompared.join(', ')}.`,
  ].join('\n');
}

function textsText({ compared, erased, beforeHashes, differences }: NonNullable<Audited['texts']>): string {
  const differ = differences === 0 ? '' : `, ${differences} of them different or missing`;
  return `Compared ${compared} texts, names and accounts with their hashes${differ}; ${erased} are erased, ${beforeHashes} were recorded before hashes.`;
}

function differencesText({ differences, findings }: Audited): string {
  const shown = findings.slice(0, MAX_LINES);
  const rows = shown.map(({ position, eventId, what, expected, found }) => [
    `${position}`,
    eventId ?? '(no event)',
    what,
    expected ?? '(nothing)',
    found ?? '(nothing)',
  ]);
  return [
    `${differences} ${differences === 1 ? 'difference' : 'differences'}${shown.length < differences ? `, the first ${shown.length}` : ''}:`,
    textTable([['position', 'event', 'what', 'expected', 'found'], ...rows], [0]),
  ].join('\n');
}
