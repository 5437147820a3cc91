import type { SiteAuditAnswer } from '@perktree/contracts/audit/report-calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { CURRENCIES, type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import type { EffectiveClock } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { type AppendGuard, readAppendGuard } from '@perktree/event-store/postgres/append-guard';
import type { Pool } from 'pg';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, isInSpan, type Span, spanOf } from '../effective-clock.ts';
import type { Value } from '../explanation/difference.ts';
import { movementsIn } from '../month-close/close-month.ts';
import type { TextReads } from '../texts/payee-checker.ts';
import { type ComparedTexts, TextChecker } from '../texts/text-checker.ts';
import { type AuditFilter, findingMatchesFilter, isWithinTime, matchesAlone, matchesFilter } from './audit-filter.ts';
import { compareMoneyRows } from './compare-money-rows.ts';
import type { RowComparison } from './compare-table.ts';
import { type Finding, Findings } from './finding.ts';
import { type History, type ReplayProgress, siteHistoryOf, wholeHistory } from './history-source.ts';
import { compareLedgerRows } from './ledger-rows.ts';
import { MoneyRows } from './money-rows.ts';
import { notCompared } from './money-tables.ts';
import { MonthChecker } from './month-checker.ts';
import { Replay } from './replay.ts';

/** Sums of one currency, decimal strings in its major unit. */
type Total = SiteAuditAnswer['totals'][number];

/** Counts and sums of the replayed money. */
class Tally {
  readonly counts = { redemptions: 0, reversals: 0, entries: 0, payouts: 0 };
  private readonly sums = new Map<Currency, { earned: bigint; takenBack: bigint; paidOut: bigint }>();

  constructor(private readonly filter: AuditFilter) {}

  add(event: RecordedEvent): void {
    const { type, data } = event.fact;
    if (type === 'PayoutGenerated') this.counts.payouts += 1;
    else if (type === 'RedemptionReversed') this.counts.reversals += 1;
    else if (type === 'BenefitRedeemed') {
      this.counts.redemptions += 1;
      // A share that waits is an entry, too, and keeps its id when it is confirmed.
      const waiting = data.awaitsConfirmation?.shares ?? [];
      this.counts.entries += waiting.filter(({ ownerId }) => this.isOwn(ownerId)).length;
    }
    if ('shares' in data) this.sumsOf(data.currency);
    for (const { distributorId, currency, sum, minor } of movementsIn(event)) {
      if (sum === 'writtenOff' || !this.isOwn(distributorId)) continue;
      this.sumsOf(currency)[sum] += minor;
      if (type === 'BenefitRedeemed' || type === 'RedemptionReversed') this.counts.entries += 1;
    }
  }

  totals(): readonly Total[] {
    return CURRENCIES.flatMap((currency) => {
      const sums = this.sums.get(currency);
      if (sums === undefined) return [];
      const text = (minor: bigint) => fromMinor(minor, currency);
      return [{ currency, earned: text(sums.earned), takenBack: text(sums.takenBack), paidOut: text(sums.paidOut) }];
    });
  }

  private sumsOf(currency: Currency) {
    const sums = this.sums.get(currency) ?? { earned: 0n, takenBack: 0n, paidOut: 0n };
    this.sums.set(currency, sums);
    return sums;
  }

  private isOwn(ownerId: string): boolean {
    return this.filter.distributorId === undefined || ownerId === this.filter.distributorId;
  }
}

function findingOf(position: bigint, stream: string, ...said: [what: string, expected: Value, found: Value]) {
  const findings = new Findings({ eventId: null, position, recordedAt: '', stream, siteId: null });
  findings.note(...said);
  return findings.all;
}

/**
 * Whether the store still has the newest events that the read models and the recorded chain have seen. Deleted at the end of
 * the store, they leave no gap that a replay could notice.
 */
async function lostEvents({ pool, head }: RowComparison): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ seen: string | null }>(
    `SELECT greatest(
       (SELECT max(position) FROM ${PROJECTIONS_TABLE} WHERE serving),
       (SELECT max(last_position) FROM audit.chain_segments))::text AS seen`,
  );
  const [seen, newest] = [BigInt(rows[0]?.seen ?? 0), await head()];
  return seen <= newest ? [] : findingOf(seen, '', 'last event of the store', seen, newest);
}

type ComparedRows = SiteAuditAnswer['rows'];

type Counts = 'events' | 'trees' | 'redemptions' | 'reversals' | 'entries' | 'payouts' | 'differences';

/** `events`: read, within the filter or not. `differences`: all, including those beyond `findings`. */
export interface Audited extends Readonly<Pick<SiteAuditAnswer, Counts>> {
  /** Position of the last event that was read. */
  readonly position: bigint;
  readonly sites: number;
  /** Null without a database. */
  readonly guard: AppendGuard | null;
  /** Null without read models to compare with. */
  readonly rows: ComparedRows | null;
  /** Null without texts to compare with. */
  readonly texts: ComparedTexts | null;
  readonly totals: readonly Total[];
  /** The first 1,000 of them. */
  readonly findings: readonly Finding[];
}

/** Postgres numbers events without gaps. */
type OfPostgres = Pick<EventStore, 'hasDensePositions'>;

interface AuditOptions {
  /** The read models to compare with; null skips the comparison. */
  readonly pool: Pool | null;
  /** The texts outside the events; left out: they are not compared. */
  readonly texts?: TextReads;
  readonly filter?: AuditFilter;
  /** Receives every finding, also beyond `findings`. */
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (progress: ReplayProgress) => void;
}

const MAX_FINDINGS = 1_000;

/**
 * Replays the whole history, computes every commission again from the trees of that time, and reports differences: shares,
 * rounding, reversals, limits, owners, payouts, the rows of all read models that show money, and events that were lost at the
 * end of the store.
 * @throws StoreUnavailable
 */
export async function auditHistory(
  options: AuditOptions & {
    readonly store: Pick<AuditServiceDeps['store'], 'readAll' | 'head'> & OfPostgres;
    readonly signal?: AbortSignal;
  },
): Promise<Audited> {
  const head = await options.store.head();
  const historyOf = () => wholeHistory(options.store, head, options.signal);
  const replay = new Replay({ isWhole: true });
  return audit({ historyOf, clock: replay.clock }, replay, head, options);
}

/**
 * Audits one site from its own streams. Plan limits are not checked, because they span all sites of a tenant, and neither are
 * the streams of codes, tills' references and disputes.
 */
export async function auditSite(
  deps: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  options: Omit<AuditOptions, 'pool'> & { readonly upTo?: bigint },
): Promise<Audited> {
  const head = options.upTo ?? (await deps.store.head());
  const filter = { ...options.filter, siteId };
  const replay = new Replay({ isWhole: false });
  const clock = effectiveClock(deps);
  const span = await spanOf(clock, filter, head);
  const historyOf = () => siteHistoryOf(deps, siteId, head);
  return audit({ historyOf, clock }, replay, head, { ...options, filter, ...deps, span });
}

async function audit(
  source: { readonly historyOf: () => History; readonly clock: Pick<EffectiveClock, 'positionBefore'> },
  replay: Replay,
  head: bigint,
  options: AuditOptions & {
    readonly store: Pick<AuditServiceDeps['store'], 'head'> & OfPostgres;
    readonly span?: Span;
  },
): Promise<Audited> {
  const { pool, filter = {}, span, onFinding, onProgress } = options;
  const isInPeriod = ({ position }: { readonly position: bigint }) =>
    span ? isInSpan(span, { position }) : isWithinTime(filter, new Date(replay.clock.at).toISOString());
  const tally = new Tally(filter);
  const moneyRows = new MoneyRows(span === undefined);
  const passes = (event: RecordedEvent, stored: StoredEvent) => matchesAlone(filter, event, isInPeriod(stored));
  const texts = new TextChecker(options.texts ?? null, passes);
  const months = new MonthChecker(filter);
  const findings: Finding[] = [];
  let [differences, events] = [0, 0];
  const report = (finding: Finding) => {
    differences += 1;
    if (findings.length < MAX_FINDINGS) findings.push(finding);
    onFinding?.(finding);
  };
  const count = (event: RecordedEvent, isOwn: boolean, isWithinPeriod: boolean) => {
    if (isOwn) tally.add(event);
    months.apply(event, isWithinPeriod);
    moneyRows.apply(event, replay.clock.at);
  };
  for await (const page of source.historyOf()) {
    for (const stored of page) {
      const replayed = replay.apply(stored);
      texts.add(stored);
      const isWithinPeriod = isInPeriod(stored);
      const isOwn = replayed.event && matchesFilter(filter, replayed.event, isWithinPeriod);
      if (replayed.event) count(replayed.event, isOwn === true, isWithinPeriod);
      const place = { isOwn, isInPeriod: isWithinPeriod };
      for (const finding of replayed.findings) if (findingMatchesFilter(filter, finding, place)) report(finding);
    }
    await texts.compare(report);
    events += page.length;
    onProgress?.({ position: page.at(-1)?.position ?? 0n, head, events });
  }
  await texts.comparePayees(head, report);
  await months.compare({ ...source, sites: replay.state.sites }, report);
  const guard = pool && (await readAppendGuard(pool, options.store.hasDensePositions === true));
  if (guard === 'off')
    findingOf(head, 'event_store.events', 'database refuses other writes to the events', true, false).forEach(report);
  const comparison = pool && { pool, upTo: head, head: () => options.store.head(), onFinding: report };
  const rows = comparison && (await compareRows(comparison, { replay, moneyRows }, filter, span));
  const { sites, trees } = replay.state;
  return {
    position: head,
    events,
    sites: sites.size,
    trees: trees.size,
    ...tally.counts,
    guard,
    rows,
    texts: texts.compared,
    totals: tally.totals(),
    differences,
    findings,
  };
}

async function compareRows(
  comparison: RowComparison,
  { replay, moneyRows }: { readonly replay: Replay; readonly moneyRows: MoneyRows },
  filter: AuditFilter,
  span: Span | undefined,
): Promise<ComparedRows> {
  const tables = [
    await compareLedgerRows(comparison, replay.state.redemptions.entries, filter, span),
    ...(await compareMoneyRows(comparison, moneyRows, filter)),
  ];
  for (const finding of await lostEvents(comparison)) comparison.onFinding(finding);
  const sum = (count: 'compared' | 'behind' | 'later' | 'differences') =>
    tables.reduce((total, table) => total + table[count], 0);
  return {
    compared: sum('compared'),
    behind: sum('behind'),
    later: sum('later'),
    differences: sum('differences'),
    tables,
    notCompared: [...notCompared(filter, span === undefined)],
  };
}
