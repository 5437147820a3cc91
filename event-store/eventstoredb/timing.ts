/** All in milliseconds. */
export interface Timing {
  /** Time limit of one call. */
  readonly callMs: number;
  /** Grace time after the client's deadline before a call is abandoned. */
  readonly graceMs: number;
  /** How long an append with an unknown outcome is retried. */
  readonly settleMs: number;
  /** How long a call that was not sent is retried. */
  readonly reachMs: number;
  /** Silence of a subscription after which the head is checked. */
  readonly silenceMs: number;
  /** How long a subscription may lag behind the store. */
  readonly lateMs: number;
  /** First and longest pause before a lost subscription is reopened. */
  readonly pauses: { readonly first: number; readonly longest: number };
}

export const TIMING: Timing = {
  callMs: 5_000,
  graceMs: 500,
  settleMs: 15_000,
  reachMs: 2_000,
  silenceMs: 15_000,
  lateMs: 5_000,
  pauses: { first: 100, longest: 5_000 },
};
