import type { AuditReportAnswer } from '@perktree/contracts/audit/check-calls';
import { closableFrom, periodOfMonth } from '@perktree/contracts/audit/month-period';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { addMonths, monthIn, type ZoneChange } from '@perktree/contracts/kernel/time-zone';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, type Span, spanOf } from '../effective-clock.ts';
import { type ClosedSums, PeriodLedger, zonesOfSite } from '../month-close/close-month.ts';
import { foldMoney } from '../replay/fold-money.ts';
import type { ReplayProgress } from '../replay/history-source.ts';
import { siteHistoryOf } from '../replay/history-source.ts';
import type { ReportScope } from '../reports/scope.ts';
import { collectEvents, NotAsRecorded } from '../statement/collect-events.ts';
import { statementTotalsOf } from '../statement/entries-and-totals.ts';
import { BalancesBehind, projectedBalances } from '../statement/opening-balances.ts';
import { projectedStreams, projectedUpTo } from '../statement/own-streams.ts';
import {
  compareSource,
  type Disagreement,
  READ_MODEL_SOURCES,
  readModelSums,
  type SourceName,
  type SumsByPayee,
  sumsOf,
} from './read-model-sums.ts';

type Skipped = NonNullable<AuditReportAnswer['sources'][number]['skipped']>;
type Row = ClosedSums & { readonly distributorId: string };

export interface Report {
  readonly distributors: readonly Row[];
  readonly totals: readonly ClosedSums[];
  readonly sources: AuditReportAnswer['sources'];
  readonly differences: readonly Disagreement[];
}

type Deps = Pick<AuditServiceDeps, 'store' | 'pool' | 'sealing'>;

const EARLIEST = '1970-01-01T00:00:00.000Z';
const LATEST = '9999-12-31T23:59:59.999Z';
/** Most often that a report is made again, because events came while it was made. */
const MAX_TRIES = 3;

/**
 * The ledger of a period by its events, and whether close, ledger, payouts, balances and statement have the same figures. A
 * difference that events caused which came meanwhile disappears when it is made again.
 */
export async function reportOf(
  deps: Deps,
  scope: ReportScope,
  options: { readonly now: number; readonly onProgress?: (progress: ReplayProgress) => void },
): Promise<{ readonly report: Report; readonly position: bigint }> {
  for (let tries = 1, position = scope.position; ; tries += 1) {
    const report = await reportUpTo(deps, { ...scope, position }, options);
    const head = scope.isPast ? position : await deps.store.head();
    if (report.differences.length === 0 || head === position || tries === MAX_TRIES) return { report, position };
    position = head;
  }
}

async function reportUpTo(
  deps: Deps,
  scope: ReportScope,
  { now, onProgress }: Parameters<typeof reportOf>[2],
): Promise<Report> {
  const { siteId, position } = scope;
  const clock = effectiveClock(deps);
  const whole = await spanOf(clock, scope, position);
  const span = { after: whole.after, upTo: least(whole.upTo, position) };
  // Screens and closes show the period whole.
  const isCut = scope.isPast && (scope.to === undefined || whole.upTo > position);
  const zones = await zonesOfSite(deps.store, siteId);
  const months = monthsOf(scope, zones, now);
  const closes = await Promise.all(
    months.map(async (month) => new PeriodLedger(await spanOf(clock, periodOfMonth(month, zones), position), siteId)),
  );
  const truth = new PeriodLedger(span, siteId);
  const apply = (event: RecordedEvent) => {
    for (const each of [truth, ...closes]) each.apply(event);
  };
  await foldMoney(siteHistoryOf(deps, siteId, position), { apply }, { head: position, onProgress });
  const { sites, totals } = truth.closed();
  const distributors = sites[0]?.distributors ?? [];
  const expected = sumsOf(distributors);
  const lastOfSite = BigInt(sites[0]?.position ?? 0);
  const found: readonly (readonly [SourceName, SumsByPayee | Skipped])[] = [
    ['close', isCut ? 'position' : months.length === 0 ? 'not_whole_months' : closedSums(closes)],
    ...(await readModels(deps, scope, { isCut, upTo: lastOfSite })),
    ['statement', isCut ? 'position' : await statementSums(deps, scope, span, lastOfSite)],
  ];
  const compared = found.map(([name, sums]) => ({
    name,
    skipped: typeof sums === 'string' ? sums : null,
    ...(typeof sums === 'string' ? { compared: 0, differences: [] } : compareSource(name, expected, sums)),
  }));
  return {
    distributors,
    totals,
    sources: compared.map((source) => ({ ...source, differences: source.differences.length })),
    differences: compared.flatMap(({ differences }) => differences),
  };
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** The months of a period that begins and ends with one, and is over; else none. */
function monthsOf({ from, to }: ReportScope, zones: readonly ZoneChange[], now: number): readonly string[] {
  if (from === undefined || to === undefined) return [];
  const months: string[] = [];
  // A change of the zone may move the beginning of a month into the day before.
  const first = monthIn(zones.at(-1)?.zone ?? 'UTC', Date.parse(from));
  for (let month = first; periodOfMonth(month, zones).from < new Date(to).toISOString(); month = addMonths(month, 1)) {
    months.push(month);
  }
  const [start, end] = [months[0], months.at(-1)];
  if (start === undefined || end === undefined || now < closableFrom(end, zones)) return [];
  const isWhole =
    Date.parse(periodOfMonth(start, zones).from) === Date.parse(from) &&
    Date.parse(periodOfMonth(end, zones).to) === Date.parse(to);
  return isWhole ? months : [];
}

/** The closes of successive months: they open with the first, sum, and close with the last. */
function closedSums(closes: readonly PeriodLedger[]): SumsByPayee {
  const closed = closes.map((close) => sumsOf(close.closed().sites[0]?.distributors ?? []));
  const keys = new Set(closed.flatMap((sums) => [...sums.keys()]));
  return new Map(
    [...keys].map((key) => {
      const months = closed.flatMap((sums) => sums.get(key) ?? []);
      const figures = new Map(months.at(-1));
      for (const figure of figures.keys()) {
        if (figure === 'opening') figures.set(figure, closed[0]?.get(key)?.get(figure) ?? 0n);
        else if (figure !== 'closing')
          figures.set(
            figure,
            months.reduce((sum, each) => sum + (each.get(figure) ?? 0n), 0n),
          );
      }
      return [key, figures] as const;
    }),
  );
}

async function readModels(
  { pool }: Deps,
  scope: ReportScope,
  { isCut, upTo }: { readonly isCut: boolean; readonly upTo: bigint },
): Promise<readonly (readonly [SourceName, SumsByPayee | Skipped])[]> {
  const isBehind = (await projectedUpTo(pool, ['ledger_entries', 'payouts'])) < upTo;
  const sums = async (name: (typeof READ_MODEL_SOURCES)[number]) =>
    isCut ? 'position' : isBehind ? 'behind' : readModelSums(pool, name, scope);
  return Promise.all(READ_MODEL_SOURCES.map(async (name) => [name, await sums(name)] as const));
}

/** The totals of the site's statement of the period: from its own collection of events, and opening balances of the screens. */
async function statementSums(
  { store, pool, sealing }: Deps,
  { siteId, from = EARLIEST, to = LATEST, timeZone }: ReportScope,
  span: Span,
  lastOfSite: bigint,
): Promise<SumsByPayee | Skipped> {
  const head = await sealing?.head(lastOfSite);
  if (!head || BigInt(head.position) < lastOfSite) return 'unsigned';
  const asked = { about: { kind: 'site' as const, id: siteId }, from, to, timeZone };
  try {
    const openings = await projectedBalances(pool)(asked, span);
    const source = { store, pool, clock: effectiveClock({ store, pool }), ownStreams: projectedStreams(pool) };
    const events = await collectEvents(source, asked, span, BigInt(head.position));
    const totals = statementTotalsOf(openings, events, asked);
    // Its count of entries has reversals, too.
    return sumsOf(totals.map(({ entries: _, ...total }) => total));
  } catch (error) {
    if (error instanceof BalancesBehind) return 'behind';
    if (error instanceof NotAsRecorded) return 'not_as_recorded';
    throw error;
  }
}
