import { type ReadModelRows, readModels } from './read-model-rows.ts';

/**
 * The names and rows that the projector publishes. Columns and indexes are in `projector/<concept>`, in files named table.ts.
 * Readers use the view `read_models.<name>`. Its table is `read_models.<name>__v<version>`, with `_2` and so on after a
 * rebuild. Each row also has `position bigint`, of the last event that changed it. Money is in minor units (cents),
 * percents are in basis points (hundredths of a percent).
 */
export const READ_MODEL_SCHEMA = 'read_models';
/**
 * Checkpoints, one for each table: `name, version, status, position, failed_event_id, error, updated_at, relation` (the
 * table), `serving` (the view is over it; one for each name), `events`, `compared`. Readers count a position only while the
 * status is `live`.
 */
export const PROJECTIONS_TABLE = `${READ_MODEL_SCHEMA}.projections`;
/** Names in the order of people: ä beside a, "Item 2" before "Item 10". An index of it serves each list that is sorted by name. */
export const NAME_COLLATION = `${READ_MODEL_SCHEMA}.names`;
/** Effective times at some positions, shared by all processes that read events in order. */
export const CLOCK_MARKS_TABLE = `${READ_MODEL_SCHEMA}.clock_marks`;
/**
 * Statuses of a serving table: `live` is up to date, and readers wait for it; `filling` catches up; `paused` waits for an
 * operator; `failed` stopped at an event (see `error`) and is retried at the next start. Of other tables: `filling` and
 * `failed` copies, `ready` to be swapped in, `retired` by a swap.
 */
export const PROJECTION_STATUSES = ['live', 'filling', 'ready', 'paused', 'failed', 'retired'] as const;
export type ProjectionStatus = (typeof PROJECTION_STATUSES)[number];
/** Postgres channels. The payload is the position reached by all live read models, or by the inline ones. */
export const PROJECTED_CHANNEL = 'projected';
export const PROJECTED_INLINE_CHANNEL = 'projected_inline';

export { readModels } from './read-model-rows.ts';
export type ReadModelName = keyof ReadModelRows;
/** A row of a view, without its `position`. */
export type ReadModelRow<N extends ReadModelName> = ReadModelRows[N];

/**
 * Asynchronous read models follow the others in transactions of their own. The inline ones are written with their events
 * where the process that appends leads, and right after them elsewhere.
 */
export const ASYNCHRONOUS_READ_MODELS: ReadonlySet<string> = new Set(
  Object.entries(readModels).flatMap(([name, writing]) => (writing === 'asynchronous' ? [name] : [])),
);
/** An SQL condition on rows of `PROJECTIONS_TABLE`. */
export const IS_INLINE_SQL = `name NOT IN (${[...ASYNCHRONOUS_READ_MODELS].map((name) => `'${name}'`).join(', ')})`;
