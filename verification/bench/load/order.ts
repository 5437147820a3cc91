import type { LatencySummary } from './latencies.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Left out: the order's. */
  readonly cookie?: string;
  /** What it is counted as, where an order mixes several. */
  readonly kind?: string;
}

/** The input of a load process. */
export interface LoadOrder {
  readonly url: string;
  /** Further processes that callers are spread over. */
  readonly others?: readonly string[];
  readonly requests: readonly LoadRequest[];
  readonly cookie: string;
  /** Repeats the requests, for reads. Otherwise the load ends after the last request, and reports it. */
  readonly repeat: boolean;
  /** Connections of the closed loop; the most that an open loop may need. */
  readonly callers: number;
  /** Requests a second, whatever the answers do; null: a closed loop, each caller as fast as its answers come. */
  readonly rate: number | null;
  readonly warmUpMs: number;
  /** Ended operations before which a closed loop is not measured, however long they take. */
  readonly warmUpOperations?: number;
  readonly measureMs: number;
  /** Part of every good answer. */
  readonly expect: string;
  /** Processes whose processor time is taken while it is measured. */
  readonly watched: readonly number[];
  /** Reports the position of the read models: an operation ends when they have reached it. Null: when it is answered. */
  readonly projectedAt: string | null;
}

export interface LoadResult {
  /** Operations that ended within the measured time, a second. */
  readonly perSecond: number;
  /** Good answers in all, the warm-up included: what must be found in the database afterwards. */
  readonly good: number;
  readonly bad: number;
  readonly firstBad: string | null;
  /** From the call, or in an open loop from the time at which it was due, to the end of the operation. */
  readonly latency: LatencySummary;
  /** From the answer until the read models had reached it. */
  readonly lag: LatencySummary;
  readonly byKind: Readonly<Record<string, LatencySummary>>;
  /** Processor time of the watched processes, in microseconds for each operation. */
  readonly cpuUs: readonly number[];
  /** There were not enough requests for the time: the figures are of a shorter one. */
  readonly ranOut: boolean;
  /** Bytes of the last answer's body. */
  readonly bytes: number;
}
