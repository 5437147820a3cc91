/** Faults of the double; all off at first. Cloneable between the threads. */
export interface Faults {
  /** Before or after the next append is executed, its connection ends without an answer. */
  cutNextAppend: 'before' | 'after' | null;
  /** Before or after the next append is executed, the server stops for some milliseconds. */
  crashAtNextAppend: { readonly when: 'before' | 'after'; readonly downMs: number } | null;
  /** The next append is executed, and answered with a time-out. */
  timeOutNextAppend: boolean;
  /** Calls are accepted and never answered. */
  mute: boolean;
  /** Number of next calls to answer with "server is not ready". */
  notReady: number;
  /** Subscriptions become silent while their connection stays open. */
  stalled: boolean;
  /** Subscriptions get every event twice. */
  repeating: boolean;
  /** Answers to appends that were stored before leave out their position. */
  withoutPositions: boolean;
  /** Delay in milliseconds of an append's answer after its execution. */
  slowAppendsMs: number;
}

export const NO_FAULTS: Faults = {
  cutNextAppend: null,
  crashAtNextAppend: null,
  timeOutNextAppend: false,
  mute: false,
  notReady: 0,
  stalled: false,
  repeating: false,
  withoutPositions: false,
  slowAppendsMs: 0,
};

/** Counters of the double since its start. */
export interface Seen {
  /** Calls by the last part of their path; a `Read` that subscribes is `subscribe`. */
  readonly calls: Readonly<Record<string, number>>;
  readonly connections: number;
  readonly openConnections: number;
  readonly openReads: number;
  /** Subscriptions that the server has confirmed and that have not ended. */
  readonly openSubscriptions: number;
  readonly appendsAtOnce: number;
  /** Events handed to connections of reads and subscriptions, the server's own not counted. */
  readonly eventsSent: number;
  /** `user:password` of each call with credentials. */
  readonly users: readonly string[];
}
