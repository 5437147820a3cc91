import type { LatencySummary } from './latencies.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Default: the order's. */
  readonly cookie?: string;
  /** Key of its latencies, if an order mixes several kinds. */
  readonly kind?: string;
}

/** The input of a load process. */
export interface LoadOrder {
  readonly url: string;
  /** Further processes that share the callers. */
  readonly others?: readonly string[];
  readonly requests: readonly LoadRequest[];
  readonly cookie: string;
  /** Repeats the requests, for reads. Otherwise the load ends after the last request, and reports that it ran out. */
  readonly repeat: boolean;
  /** Number of connections of a closed loop; maximum for an open loop. */
  readonly callers: number;
  /** Requests a second of an open loop; null: a closed loop, in which each caller waits for its answer. */
  readonly rate: number | null;
  readonly warmUpMs: number;
  /** A closed loop is measured only after this number of operations. */
  readonly warmUpOperations?: number;
  readonly measureMs: number;
  /** Part of every good answer. */
  readonly expect: string;
  /** Processes whose CPU time is measured. */
  readonly watched: readonly number[];
  /** Database whose read models an operation waits for. Null: it ends with its answer. */
  readonly projectedAt: string | null;
}

export interface LoadResult {
  /** Operations that ended within the measured time, a second. */
  readonly perSecond: number;
  /** Good answers including the warm-up, which the database must hold afterwards. */
  readonly good: number;
  readonly bad: number;
  readonly firstBad: string | null;
  /** From the call, in an open loop from its due time, to the end of the operation. */
  readonly latency: LatencySummary;
  /** From the answer until the read models had reached it. */
  readonly lag: LatencySummary;
  readonly byKind: Readonly<Record<string, LatencySummary>>;
  /** CPU time of the watched processes, in microseconds per operation. */
  readonly cpuUs: readonly number[];
  /** The requests were used up early, so the figures cover a shorter time. */
  readonly ranOut: boolean;
  /** Bytes of the last answer's body. */
  readonly bytes: number;
}
