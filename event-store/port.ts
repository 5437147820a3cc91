/**
 * The event store as the product sees it. Adapters: postgres/, eventstoredb/, and memory/ for sandboxes and tests. Every adapter passes testing/contract-suite.ts.
 *
 * Payloads are plain JSON values here; the codec in contracts/catalogue turns them into facts and back.
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
   * Place in the whole store. It rises strictly in the order in which subscribers see events. Some engines leave gaps: compare
   * positions, and count the events between two of them with `eventsBetween`; a lint rule refuses their difference.
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

/** A stream as a decision has read it: its last event. */
export interface StreamVersion {
  readonly stream: string;
  /** NO_STREAM for a stream without events. */
  readonly revision: number;
  readonly eventId: string | undefined;
}

/** What a stream has after the version that a decision has read. */
export interface Missing extends StreamVersion {
  /** Oldest first. Null: they have to be read, because there are too many, or the engine does not return them. */
  readonly events: readonly StoredEvent[] | null;
}

/** Streams have moved on since they were read. Nothing was appended. Fold what is missing, and decide again. */
export class AppendConflict extends Error {
  override readonly name: string = 'AppendConflict';
  constructor(
    message: string,
    readonly missing: readonly Missing[],
  ) {
    super(message);
  }
}

/** The stream of the append is not at the expected revision. */
export class RevisionConflict extends AppendConflict {
  override readonly name = 'RevisionConflict';
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
    missing?: readonly Missing[],
  ) {
    const unread = [{ stream, revision: expected, eventId: undefined, events: null }];
    super(`${stream} is at revision ${actual}, not ${expected}`, missing ?? unread);
  }
}

/**
 * An event that the decision was based on is not at its revision any more: the store has lost events by a failover to a
 * lagging server or by a restore. The cached state of the stream is not valid any more. Nothing was appended.
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

/** The newest event of a log. It identifies a history. */
export interface HeadEvent {
  /** 0 in an empty log. */
  readonly position: bigint;
  /** Null in an empty log. */
  readonly eventId: string | null;
}

/** An event without its content. */
export type EventHeader = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'eventId'>;

export interface News {
  readonly head: HeadEvent;
  /** Of all events after a known one, oldest first. Null: unknown, because the store has lost that event, or too much came after it. */
  readonly headers: readonly EventHeader[] | null;
}

/** What an append compares with the store, in addition to the revision of its stream. */
export interface AppendCondition {
  /** The id of the event at the expected revision, to detect a store that has lost events. Absent: it is not compared. */
  readonly seen?: string | undefined;
  /** Other streams that the decision has read. The events are stored only if each still ends with that event. */
  readonly reads?: readonly StreamVersion[];
  /**
   * Start of the reads that the decision is based on, `timers.now()`. Postgres refuses (ServerReplaced) an append that is
   * based on reads before a failover or a restart of the server.
   */
  readonly readAt?: number | undefined;
}

export interface EventStore {
  /**
   * Appends all events or none. `expectedRevision` is the revision of the last event the decision has seen, or
   * NO_STREAM. Appending events that are already stored (same ids, same place) succeeds and changes nothing.
   * @throws AppendConflict, HistoryChanged, OutcomeUnknown, StoreUnavailable
   */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    condition?: AppendCondition,
  ): Promise<Appended>;

  /**
   * Whether `append` compares `condition.reads`, under the lock or in the transaction that stores the events. Absent: the
   * engine cannot, and `reads` are ignored. The caller then asks for news before the append, and does not see what is
   * stored between the two.
   */
  readonly comparesReads?: boolean;

  /**
   * Sets what is called with events that other processes have stored, when the answer of an append or a subscription has
   * brought them: oldest first, without gaps, each maybe more than once, and some of this process among them. Null: some were
   * missed, or the store has lost some. Absent: only reads bring them.
   */
  readonly followOthers?: (listener: (events: readonly StoredEvent[] | null) => void) => void;

  /**
   * The events of a stream from a revision (default: 0) to another one (default: the last), both included, oldest first; empty
   * for a stream that does not exist.
   */
  readStream(stream: string, fromRevision?: number, toRevision?: number): Promise<readonly StoredEvent[]>;

  /**
   * The last event of each stream at or before a position, and all later ones, oldest first. Absent if the engine cannot
   * select them.
   */
  readonly readSince?: (streams: readonly string[], position: bigint) => Promise<readonly (readonly StoredEvent[])[]>;

  /**
   * At most `limit` events of the whole store after a position (exclusive; 0n: from the start), in order. The position must be
   * that of an event, or one less. An engine with gaps may refuse others.
   * @throws RangeError
   */
  readAll(afterPosition: bigint, limit: number): Promise<readonly StoredEvent[]>;

  /**
   * All events after a position, then live ones as they come, in batches, in order, without gap or repeat.
   * Reconnects with backoff. Ends when the signal aborts.
   * @throws HistoryChanged if the connection was lost and the last delivered event does not exist any more. Not on Postgres:
   *   there, subscribers write to the same database, which loses their writes together with the events
   */
  subscribe(options: {
    readonly afterPosition: bigint;
    /** Most events in a batch. */
    readonly batchSize: number;
    readonly signal: AbortSignal;
    /** A position up to which events are no longer needed. Read before each query by engines that can skip events. */
    readonly reached?: (() => Promise<bigint>) | undefined;
  }): AsyncIterable<readonly StoredEvent[]>;

  /** Positions are 1, 2, 3 and so on, without gaps. Absent: positions may have gaps, such as those of bytes in a log. */
  readonly hasDensePositions?: boolean;

  /**
   * What was stored after an event, without payload: everything that was stored when this was called. So a process learns
   * which of its cached states are out of date, and whether the store has gone back.
   * @param since the head of the last answer; null: only the head is wanted, and the headers are unknown
   */
  news(since: HeadEvent | null): Promise<News>;

  /** Position of the newest event, 0n for an empty store. */
  head(): Promise<bigint>;

  close(): Promise<void>;
}
