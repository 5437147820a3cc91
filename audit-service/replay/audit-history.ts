import type { Pool } from 'pg';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, isWithin, type Span, spanOf } from '../effective-clock.ts';
import { type Asked, isAsked, isFindingAsked, isWithinTime } from './asked.ts';
import type { Finding } from './finding.ts';
import { type History, siteHistoryOf, wholeHistory } from './history-source.ts';
import { type ComparedRows, compareLedgerRows } from './ledger-rows.ts';
import { Replay } from './replay.ts';
import { Tally, type Total } from './tally.ts';

export interface Audited {
  /** Up to where history was looked at. */
  readonly position: bigint;
  /** Events that went by, asked for or not. */
  readonly events: number;
  readonly sites: number;
  readonly trees: number;
  readonly redemptions: number;
  readonly reversals: number;
  readonly entries: number;
  readonly payouts: number;
  /** Null: there was nothing to compare with. */
  readonly rows: ComparedRows | null;
  readonly totals: readonly Total[];
  /** How many there are, told or not. */
  readonly differences: number;
  /** The first of them. */
  readonly findings: readonly Finding[];
}

export interface WalkProgress {
  readonly position: bigint;
  readonly head: bigint;
  readonly events: number;
}

interface AuditOptions {
  /** The read models to compare with; null: none. */
  readonly pool: Pool | null;
  readonly asked?: Asked;
  /** Each as it is found. */
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (progress: WalkProgress) => void;
}

/** As many are kept; `onFinding` is told all of them. */
const MOST_FINDINGS = 1_000;

/**
 * Walks the whole history, computes every commission again from the trees as they were, and tells what differs: shares,
 * rounding, reversals, limits, owners, payouts, and the rows that the screens show.
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

/** The same for one site, out of its own streams. Plans are not looked at: they bind all sites of a tenant together. */
export async function auditSite(
  deps: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  options: Omit<AuditOptions, 'pool'> = {},
): Promise<Audited> {
  const head = await deps.store.head();
  const asked = { ...options.asked, siteId };
  const replay = new Replay({ checksPlans: false });
  const span = await spanOf(effectiveClock(deps), asked, head);
  return audit(siteHistoryOf(deps, siteId, head), replay, head, { ...options, asked, pool: deps.pool, span });
}

async function audit(
  history: History,
  replay: Replay,
  head: bigint,
  options: AuditOptions & { readonly span?: Span },
): Promise<Audited> {
  const { pool, asked = {}, span, onFinding, onProgress } = options;
  const isInPeriod = ({ position }: { readonly position: bigint }) =>
    span ? isWithin(span, { position }) : isWithinTime(asked, new Date(replay.clock.at).toISOString());
  const tally = new Tally(asked);
  const findings: Finding[] = [];
  let [differences, events] = [0, 0];
  const tell = (finding: Finding) => {
    differences += 1;
    if (findings.length < MOST_FINDINGS) findings.push(finding);
    onFinding?.(finding);
  };
  for await (const page of history) {
    for (const stored of page) {
      const replayed = replay.apply(stored);
      if (replayed === null) continue;
      const isOwn = replayed.event && isAsked(asked, replayed.event, isInPeriod(stored));
      if (replayed.event && isOwn) tally.add(replayed.event);
      for (const finding of replayed.findings) if (isFindingAsked(asked, finding, isOwn)) tell(finding);
    }
    events += page.length;
    onProgress?.({ position: page.at(-1)?.position ?? 0n, head, events });
  }
  const { entries } = replay.books.redemptions;
  const rows = pool && (await compareLedgerRows({ pool, entries, upTo: head, asked, span, onFinding: tell }));
  const { sites, trees } = replay.books;
  return {
    ...{ position: head, events, sites: sites.size, trees: trees.size, ...tally.counts },
    ...{ rows, totals: tally.totals(), differences, findings },
  };
}
