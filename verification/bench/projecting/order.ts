/** What a process of its own measures, on a database that holds the events and the finished read models. */
export type ProjectingWork =
  /** The live projector, from the first event to the last, in its own batches. */
  | 'live'
  /** A rebuild of all read models. */
  | 'rebuild'
  /** COPY of the finished rows into tables as readers have them: with all their indexes. */
  | 'copy'
  /** COPY of the finished rows into bare tables, which get their primary keys and indexes afterwards. */
  | 'copy-then-index';

/** Time that a work took: by the clock, and processor time of its process and of the Postgres server. */
export interface Spent {
  readonly ms: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
}

export interface ProjectingResult extends Spent {
  /** Why the figure means nothing; null: it was correct. */
  readonly void: string | null;
}
