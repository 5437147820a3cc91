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

/** The stream is not at the revision that the decision was made on. Load it again and decide anew. */
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
 * that was behind or by a restore, and what was held of the stream in memory is no history any more. Nothing was appended.
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
 * The server was replaced or restarted after the command began to read, so that it may have been decided on what is lost;
 * nothing was appended. What the process keeps in memory without looking at the store again may be lost, too.
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

export interface EventStore {
  /**
   * Appends all events or none. `expectedRevision` is the revision of the last event the decision has seen, or
   * NO_STREAM. Appending the very events that already stand there (same ids, same place) succeeds and changes nothing.
   * @param seen the id of the event at the expected revision, by which a store that has gone back is known; left out: the
   *   revision alone is compared
   * @param readAt when what was decided on began to be read, as `Date.now()` has it. Postgres refuses (ServerReplaced) an
   *   append that was decided on what another server said, before a failover, or the same one before it was restarted
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
   * At most `limit` events of the whole store after a position (exclusive; 0n: from the start), in their order. The position
   * is that of an event, or the number before; of others, an engine with gaps may say that they are none.
   * @throws RangeError
   */
  readAll(afterPosition: bigint, limit: number): Promise<readonly StoredEvent[]>;

  /**
   * All events after a position, then live ones as they come, in batches, in order, without gap or repeat.
   * Reconnects by itself with a growing pause. Ends when the signal aborts.
   * @throws HistoryChanged where the connection was lost and the last event given does not stand any more. Not on Postgres,
   *   where what follows the events is in the same database, and has gone back with them
   */
  subscribe(options: {
    readonly afterPosition: bigint;
    /** Most events in a batch. */
    readonly batchSize: number;
    readonly signal: AbortSignal;
  }): AsyncIterable<readonly StoredEvent[]>;

  /** Position of the newest event, 0n for an empty store. */
  head(): Promise<bigint>;

  close(): Promise<void>;
}
