/** The work of a measured process, on a database with events and finished read models. */
export type ProjectingWork =
  /** The live projector, from the first event to the last, in its own batches. */
  | 'live'
  /** A rebuild of all read models. */
  | 'rebuild'
  /** COPY of the finished rows into tables as readers have them: with all their indexes. */
  | 'copy'
  /** COPY of the finished rows into bare tables, which get their primary keys and indexes afterwards. */
  | 'copy-then-index';

/** Duration of a work, and CPU time of its process and of the Postgres server, in milliseconds. */
export interface Spent {
  readonly ms: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
}

export interface ProjectingResult extends Spent {
  /** Why the figures are invalid; null: they are valid. */
  readonly void: string | null;
}
