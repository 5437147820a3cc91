import type { SqlStatement, TextRow } from '../tables/pipeline.ts';
import { loadStatement, slotsFrom } from '../tables/row-store.ts';
import type { Target } from './checkpoints.ts';
import type { Incoming } from './decoding.ts';
import { fold, keysToLoad, type PoisonEvent, workOf } from './fold.ts';
import type { RowCache } from './row-cache.ts';

/** Runs several statements in one round trip. */
export type Ask = (statements: readonly SqlStatement[]) => Promise<readonly (readonly TextRow[])[]>;

/** A table that events are folded into, and its rows. */
export interface BatchPart {
  readonly target: Target;
  readonly rows: RowCache;
}

/**
 * Folds a batch into the cached rows of each table, which then wait to be written. Missing rows of all tables are read in one
 * round trip.
 * @returns the events that stopped a table; its rows are those before that event
 */
export async function foldInto(
  ask: Ask,
  parts: readonly BatchPart[],
  batch: readonly Incoming[],
): Promise<readonly PoisonEvent[]> {
  const works = parts.map(({ target: { projection, relation, position }, rows }) => {
    const work = workOf(projection, batch, position);
    return { ...work, projection, relation, rows, missing: rows.missing(keysToLoad(projection, work.handled)) };
  });
  const lacking = works.filter(({ missing }) => missing.length > 0);
  const loads = lacking.map(({ projection, relation, missing }) => loadStatement(projection.table, relation, missing));
  const answers = loads.length > 0 ? await ask(loads) : [];
  for (const [at, { projection, rows }] of lacking.entries()) {
    rows.loaded(slotsFrom(projection.table, answers[at] ?? []));
  }
  return works.flatMap(({ projection, rows, handled, poison }) => {
    const folded = fold(projection, handled, rows.rows);
    rows.folded(folded);
    return folded.poison ?? poison ?? [];
  });
}
