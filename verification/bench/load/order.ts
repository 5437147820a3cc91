import type { Spent } from '../process-tree.ts';
import type { Projected } from './projected.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly cookie: string;
  readonly body?: unknown;
}

export interface LoadOrder {
  /** Processes that share the callers. */
  readonly urls: readonly string[];
  /** Each is made once; the load ends after the last one. */
  readonly requests: readonly LoadRequest[];
  /** Number of connections of a closed loop; maximum for an open loop. */
  readonly callers: number;
  /** Requests a second of an open loop; null: a closed loop, in which each caller waits for its answer. */
  readonly rate: number | null;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Part of every good answer. */
  readonly expect: string;
  /** Processes whose processor time is measured, by name of the figure. */
  readonly watched: Readonly<Record<string, () => Spent>>;
  /** What an operation waits for after its answer. Null: it ends with its answer. */
  readonly shownBy: Projected | null;
}

export interface LoadResult {
  /** Operations that ended within the measured time, a second. */
  readonly perSecond: number;
  /** Good answers, those before the measured time included: the database must hold them afterwards. */
  readonly good: number;
  readonly bad: number;
  readonly firstBad: string | null;
  /** From the call, in an open loop from its due time, to the end of the operation. */
  readonly latency: Readonly<Record<'count' | 'p50' | 'p99' | 'max', number>>;
  /** Processor time of the watched processes by name, in microseconds for each operation. */
  readonly cpuUs: Readonly<Record<string, number>>;
  /** The requests were used up early, so the figures cover a shorter time. */
  readonly ranOut: boolean;
}
