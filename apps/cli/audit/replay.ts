import { type Audited, auditHistory } from '@perktree/audit-service/replay/audit-history';
import type { Finding } from '@perktree/audit-service/replay/finding';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { GUARD_TEXTS } from '@perktree/event-store/postgres/append-guard';
import type { CliSession } from '../session.ts';
import { textReads } from '../text-reads.ts';
import { textTable } from '../text-table.ts';
import type { AuditOptions, AuditOutcome } from './audit.ts';
import { checkPeriod, linesOf, replayStores } from './scope.ts';

interface ReplayOptions extends AuditOptions {
  readonly distributor?: string;
  readonly from?: string;
  readonly to?: string;
}

const COLUMNS: readonly (readonly [title: string, of: (finding: Finding) => string | null])[] = [
  ['event', ({ eventId }) => eventId],
  ['position', ({ position }) => `${position}`],
  ['time', ({ at }) => at],
  ['stream', ({ stream }) => stream],
  ['site', ({ siteId }) => siteId],
  ['distributor', ({ distributorId }) => distributorId],
  ['qr', ({ qrId }) => qrId],
  ['entry', ({ entryId }) => entryId],
  ['what', ({ what }) => what],
  ['expected', ({ expected }) => expected],
  ['found', ({ found }) => found],
];
const TITLES = COLUMNS.map(([title]) => title);
/** Maximum number of differences on the terminal. Files contain all of them. */
const MAX_LINES = 50;

/** Recomputes every commission. */
export async function replay(
  session: CliSession,
  { site, distributor, from, to }: ReplayOptions,
): Promise<AuditOutcome> {
  checkPeriod(from, to);
  const rows: (string | null)[][] = [];
  const onFinding = (finding: Finding) => void rows.push(COLUMNS.map(([, of]) => of(finding)));
  const filter = { siteId: site, distributorId: distributor, from, to };
  const signal = session.stopSignal();
  const { result: audited, sites } = await replayStores(
    session,
    'replaying',
    { site, distributor },
    ({ store, pool }, onProgress) => {
      const texts = textReads({ store, pool });
      return auditHistory({ store, pool, texts, filter, signal, onFinding, onProgress });
    },
  );
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
  const totals = audited.totals.map((sums) => [sums.currency, sums.earned, sums.takenBack, sums.paidOut]);
  const tables = [
    { title: 'Differences', titles: TITLES, rows },
    { title: 'Totals', titles: ['currency', 'earned', 'taken back', 'paid out'], rows: totals },
  ];
  return {
    json: audited,
    text: textOf(audited),
    csv: linesOf(TITLES, rows),
    paper: { head, tables },
    differs: audited.differences > 0,
  };
}

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
