import type { Pool } from 'pg';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, isWithin, type Span, spanOf } from '../effective-clock.ts';
import { type AuditFilter, findingMatchesFilter, isWithinTime, matchesFilter } from './audit-filter.ts';
import type { Finding } from './finding.ts';
import { type History, siteHistoryOf, wholeHistory } from './history-source.ts';
import { type ComparedRows, compareLedgerRows } from './ledger-rows.ts';
import { Replay } from './replay.ts';
import { Tally, type Total } from './tally.ts';

export interface Audited {
  /** Position of the last event that was read. */
  readonly position: bigint;
  /** Events read, within the filter or not. */
  readonly events: number;
  readonly sites: number;
  readonly trees: number;
  readonly redemptions: number;
  readonly reversals: number;
  readonly entries: number;
  readonly payouts: number;
  /** Null without read models to compare with. */
  readonly rows: ComparedRows | null;
  readonly totals: readonly Total[];
  /** All differences, including those beyond `findings`. */
  readonly differences: number;
  /** The first 1,000 of them. */
  readonly findings: readonly Finding[];
}

export interface WalkProgress {
  readonly position: bigint;
  readonly head: bigint;
  readonly events: number;
}

interface AuditOptions {
  /** The read models to compare with; null skips the comparison. */
  readonly pool: Pool | null;
  readonly filter?: AuditFilter;
  /** Receives every finding, also beyond `findings`. */
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (progress: WalkProgress) => void;
}

const MOST_FINDINGS = 1_000;

/**
 * Replays the whole history, computes every commission again from the trees of that time, and reports differences: shares,
 * rounding, reversals, limits, owners, payouts, and the ledger rows of the read model.
 * @throws StoreUnavailable
 */
export async function auditHistory(
  options: AuditOptions & {
    readonly store: Pick<AuditServiceDeps['store'], 'readAll' | 'head'>;
    readonly signal?: AbortSignal;
  },
): Promise<Audited> {
  const head = await options.store.head();
  return audit(wholeHistory(options.store, head, options.signal), new Replay({ checksPlans: true }), head, options);
}

/** Audits one site from its own streams. Plan limits are not checked, because they span all sites of a tenant. */
export async function auditSite(
  deps: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  options: Omit<AuditOptions, 'pool'> = {},
): Promise<Audited> {
  const head = await deps.store.head();
  const filter = { ...options.filter, siteId };
  const replay = new Replay({ checksPlans: false });
  const span = await spanOf(effectiveClock(deps), filter, head);
  return audit(siteHistoryOf(deps, siteId, head), replay, head, { ...options, filter, pool: deps.pool, span });
}

async function audit(
  history: History,
  replay: Replay,
  head: bigint,
  options: AuditOptions & { readonly span?: Span },
): Promise<Audited> {
  const { pool, filter = {}, span, onFinding, onProgress } = options;
  const isInPeriod = ({ position }: { readonly position: bigint }) =>
    span ? isWithin(span, { position }) : isWithinTime(filter, new Date(replay.clock.at).toISOString());
  const tally = new Tally(filter);
  const findings: Finding[] = [];
  let [differences, events] = [0, 0];
  const report = (finding: Finding) => {
    differences += 1;
    if (findings.length < MOST_FINDINGS) findings.push(finding);
    onFinding?.(finding);
  };
  for await (const page of history) {
    for (const stored of page) {
      const replayed = replay.apply(stored);
      if (replayed === null) continue;
      const isWithinPeriod = isInPeriod(stored);
      const isOwn = replayed.event && matchesFilter(filter, replayed.event, isWithinPeriod);
      if (replayed.event && isOwn) tally.add(replayed.event);
      const place = { isOwn, isInPeriod: isWithinPeriod };
      for (const finding of replayed.findings) if (findingMatchesFilter(filter, finding, place)) report(finding);
    }
    events += page.length;
    onProgress?.({ position: page.at(-1)?.position ?? 0n, head, events });
  }
  const { entries } = replay.state.redemptions;
  const rows = pool && (await compareLedgerRows({ pool, entries, upTo: head, filter, span, onFinding: report }));
  const { sites, trees } = replay.state;
  return {
    ...{ position: head, events, sites: sites.size, trees: trees.size, ...tally.counts },
    ...{ rows, totals: tally.totals(), differences, findings },
  };
}
