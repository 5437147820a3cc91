import type { StoredEvent } from '@perktree/event-store/port';

/** The signed-in caller of a call. */
export interface Caller {
  readonly userId: string;
  /** The caller's own business. */
  readonly tenantId: string | null;
}

/**
 * One attempt of a call, as its client saw it. `acknowledged`: answered with success. `refused`: answered with a refusal.
 * `unknown`: no answer, or a temporary failure, so the command may or may not be stored.
 */
export interface CallAttempt {
  /** Null: not signed in. */
  readonly by: Caller | null;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Idempotency-Key, which other attempts of the same call share; null: none was sent. */
  readonly key: string | null;
  /** The id that the product derives for the command; null: the client cannot compute it. */
  readonly commandId: string | null;
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  readonly status: number;
  /** The parsed body; null: none. */
  readonly answer: unknown;
  /** `X-Position` of the answer. */
  readonly position: bigint | null;
}

/** The oracle's input, collected after all work has ended. */
export interface Evidence {
  /** All stored events in global order. */
  readonly events: readonly StoredEvent[];
  readonly attempts: readonly CallAttempt[];
  /** Differences between the read models and a full replay, one line each. */
  readonly readModelDifferences: readonly string[];
  /** The clocks of all processes differed by less than the time limit of a command. */
  readonly clocksAgree: boolean;
}

/** Checks one invariant. @returns the violations, one line each */
export type Check = (evidence: Evidence) => readonly string[];
