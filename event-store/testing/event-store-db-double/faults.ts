/** Faults of the double; all off at first. Cloneable between the threads. */
export interface Faults {
  /** The next append: done or not, its connection ends without an answer. */
  cutNextAppend: 'before' | 'after' | null;
  /** The next append is executed or not, then the server is down for some milliseconds. */
  crashAtNextAppend: { readonly when: 'before' | 'after'; readonly downMs: number } | null;
  /** The next append is done, and answered with the time-out of a server that does not know. */
  timeOutNextAppend: boolean;
  /** Calls are taken and never answered. */
  mute: boolean;
  /** Calls to be answered that the server is not ready. */
  notReady: number;
  /** Subscriptions become silent while their connection stays open. */
  stalled: boolean;
  /** Subscriptions get every event twice. */
  repeating: boolean;
  /** Answers to appends that stood already leave out their position. */
  withoutPositions: boolean;
  /** Milliseconds that an append waits for its answer, once it is done. */
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
  /** Of each call with a login: `user:password`. */
  readonly users: readonly string[];
}
