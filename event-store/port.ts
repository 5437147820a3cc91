/**
 * The event store as the product sees it. Adapters: postgres/, eventstoredb/. Every adapter passes contract-suite.ts.
 *
 * Payloads are plain JSON values here; the codec in contracts/events turns them into facts and back.
 */
export interface NewEvent {
  /** A UUID that derives from the command, so that a retry is the same append. */
  readonly eventId: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface StoredEvent extends NewEvent {
  readonly stream: string;
  /** Place in its stream, from 0, without gaps. */
  readonly revision: number;
  /**
   * Place in the whole store. Strictly rising in the order in which subscribers see events. Some engines leave gaps: compare
   * positions, and never take their difference for a number of events.
   */
  readonly position: bigint;
}

/** The revision of a stream that has no events. */
export const NO_STREAM = -1;

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: number;
  /** Position of the last event appended. */
  readonly position: bigint;
}

/** The stream is not at the expected revision. Reload it and decide again. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`${stream} is at revision ${actual}, not ${expected}`);
  }
}

/**
 * The event that the decision was made on does not stand where it stood: the store has gone back, by a failover to a server
 * that was behind or by a restore, and the cached state of the stream is no longer valid. Nothing was appended.
 */
export class HistoryChanged extends Error {
  override readonly name = 'HistoryChanged';
  constructor(readonly stream: string) {
    super(`${stream} is not the stream any more that was decided on`);
  }
}

/**
 * The store did not answer, so the append may or may not have happened. Appending the same events (same ids, same
 * expected revision) again settles it.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** The store cannot be reached; nothing was appended or read. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The server was replaced or restarted after the command began to read, so the decision may rest on lost events. Nothing
 * was appended. Cached states of the process may rest on lost events, too.
 */
export class ServerReplaced extends StoreUnavailable {}

/** Which events of a stream its state at a cut depends on. */
export interface Selection {
  /** The last position. */
  readonly upTo: { readonly position: bigint };
  /** By type what its events set; of several that set the same, the newest counts. Events of other types all count. */
  readonly sets: Readonly<Record<string, string>>;
  /** The field of the data that says of what they set it. */
  readonly by: string;
}

/** Whether a process has seen all stored events, for less than a read of each stream. */
export interface Completeness {
  /** Changes whenever events may have been stored that `appendedTo` does not include; null if it is unknown. */
  readonly epoch: number | null;
  /** The last revision of a stream that was appended in this epoch; `NO_STREAM` if none exists. */
  appendedTo(stream: string): number;
  /** Whether everything that was stored when this was called has been seen. */
  confirm(): Promise<boolean>;
  /** `confirm` shares the round trip of a read that is made at the same time. */
  readonly isSharedWithReads?: boolean;
}

export interface EventStore {
  /**
   * Appends all events or none. `expectedRevision` is the revision of the last event the decision has seen, or
   * NO_STREAM. Appending events that are already stored (same ids, same place) succeeds and changes nothing.
   * @param seen the id of the event at the expected revision, by which a store that has gone back is known; left out: the
   *   revision alone is compared
   * @param readAt start of the reads that the decision is based on, `Date.now()`. Postgres refuses (ServerReplaced) an
   *   append that is based on reads before a failover or a restart of the server
   * @throws RevisionConflict, HistoryChanged, OutcomeUnknown, StoreUnavailable
   */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    seen?: string,
    readAt?: number,
  ): Promise<Appended>;

  /** The events of a stream from a revision on (0: all), oldest first; empty for a stream that does not exist. */
  readStream(stream: string, fromRevision?: number): Promise<readonly StoredEvent[]>;

  /**
   * Of each of some streams the events that count, oldest first, where the engine can choose them itself: so that the many
   * others are neither sent nor read. Left out: it cannot.
   */
  readonly readSelected?: (
    streams: readonly string[],
    selection: Selection,
  ) => Promise<readonly (readonly StoredEvent[])[]>;

  /**
   * Of each of some streams its last event at or before a position, and all after that one, oldest first, where the engine
   * can choose them itself. Left out: it cannot.
   */
  readonly readSince?: (streams: readonly string[], position: bigint) => Promise<readonly (readonly StoredEvent[])[]>;

  /**
   * At most `limit` events of the whole store after a position (exclusive; 0n: from the start), in their order. The position
   * is that of an event, or the number before. An engine with gaps may refuse others.
   * @throws RangeError
   */
  readAll(afterPosition: bigint, limit: number): Promise<readonly StoredEvent[]>;

  /**
   * All events after a position, then live ones as they come, in batches, in order, without gap or repeat.
   * Reconnects with backoff. Ends when the signal aborts.
   * @throws HistoryChanged where the connection was lost and the last event given does not stand any more. Not on Postgres,
   *   where what follows the events is in the same database, and has gone back with them
   */
  subscribe(options: {
    readonly afterPosition: bigint;
    /** Most events in a batch. */
    readonly batchSize: number;
    readonly signal: AbortSignal;
    /** A position up to which events are no longer needed. Read before each query by engines that can skip events. */
    readonly reached?: (() => Promise<bigint>) | undefined;
  }): AsyncIterable<readonly StoredEvent[]>;

  /** Absent: streams are read again to know that they have not changed. */
  readonly completeness?: Completeness;

  /** Position of the newest event, 0n for an empty store. */
  head(): Promise<bigint>;

  close(): Promise<void>;
}
