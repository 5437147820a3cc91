/** The input of an in-process measurement; the database is in DATABASE_URL. */
export interface AppendsOrder {
  /** Numbers of appends: by one caller, and by 64 concurrent callers. */
  readonly single: number;
  readonly batched: number;
}

export interface AppendsResult {
  readonly singlePerSecond: number;
  readonly batchedPerSecond: number;
  /** Median milliseconds to read a page of 500 events anywhere in the history. */
  readonly pageMs: number;
  /** Median milliseconds to read one stream. */
  readonly streamMs: number;
}

export interface LongStreamResult {
  /** The first command of a process on the stream, in milliseconds. */
  readonly coldMs: number;
  /** Median of those after it. */
  readonly warmMs: number;
}

export interface StatementOrder {
  /** QRs with redemptions. */
  readonly trees: number;
  /** Where it is written. */
  readonly file: string;
}

export interface StatementResult {
  /** From the signed head to the compressed file, in milliseconds. */
  readonly madeMs: number;
  readonly events: number;
  readonly proofHashes: number;
  readonly bytes: number;
  readonly compressedBytes: number;
}
