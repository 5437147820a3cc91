import type { StoredEvent } from '@perktree/event-store/port';

/** Whoever asked, as far as answers to them are concerned. */
export interface Asker {
  readonly userId: string;
  /** The business that they own. */
  readonly tenantId: string | null;
}

/**
 * One try of one call, as whoever made it saw it. `acknowledged`: a success was answered. `refused`: a reason was.
 * `unknown`: no answer, or one that says "not now", so that it may have happened or not.
 */
export interface Asked {
  /** Null: not signed in. */
  readonly by: Asker | null;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Under which it was asked before or after, too; null: without an Idempotency-Key. */
  readonly key: string | null;
  /** The id that the product gives the command; null: only the product knows it. */
  readonly commandId: string | null;
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  readonly status: number;
  /** The parsed body; null where there was none. */
  readonly answer: unknown;
  /** Where the answer says that the command was stored. */
  readonly position: bigint | null;
}

/** All that the oracle judges by, taken when nothing is under way any more. */
export interface Evidence {
  /** Everything that is stored, in the order in which the store tells it. */
  readonly events: readonly StoredEvent[];
  readonly asked: readonly Asked[];
  /** What differs between the read models and a replay of everything, a line each. */
  readonly readModelDifferences: readonly string[];
  /**
   * When the recurring jobs have done what was due (milliseconds since 1970), all of them and after everything else. Null:
   * they have not, so that nothing can be said of what they left undone.
   */
  readonly jobsDoneAt: number | null;
  /** The clocks of processes were never further apart than a command may take: what is late by one is late by all. */
  readonly clocksAgree: boolean;
}

/** Looks for one kind of thing that must never be. @returns what is wrong, a line each */
export type Check = (evidence: Evidence) => readonly string[];
