/** The input of an in-process measurement; the database is in DATABASE_URL. */
export interface CommandsOrder {
  readonly handler: 'product' | 'emmett' | 'emmett, projecting';
  /** Streams that the commands go to in turn. */
  readonly streams: number;
  /** Redemptions that each stream has behind it. */
  readonly before: number;
  readonly callers: number;
  /** Most commands, those that warm up included. */
  readonly commands: number;
  /** How long nothing is measured, and for how long at most it is then. */
  readonly warmUpMs: number;
  readonly forMs: number;
}

export interface CommandsResult {
  /** After the warm-up. */
  readonly perSecond: number;
  /** In all. */
  readonly commands: number;
}

export interface EmmettRebuildOrder {
  readonly streams: number;
  /** A multiple of the streams. */
  readonly events: number;
}

export interface EmmettRebuildResult {
  readonly perSecond: number;
  /** Rows that were made. */
  readonly redemptions: number;
}

export interface AppendsOrder {
  /** Appends one after the other, and then 64 at once. */
  readonly single: number;
  readonly batched: number;
}

export interface AppendsResult {
  readonly singlePerSecond: number;
  readonly batchedPerSecond: number;
  /** Milliseconds for 500 events from a place far back, median of some. */
  readonly pageMs: number;
  /** Milliseconds to read one stream, median of some. */
  readonly streamMs: number;
}

export interface LongStreamResult {
  /** The first command of a process on the stream, in milliseconds. */
  readonly coldMs: number;
  /** Median of those after it. */
  readonly warmMs: number;
}
