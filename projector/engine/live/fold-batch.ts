import type { SqlStatement, TextRow } from '../tables/pipeline.ts';
import { loadStatement, slotsFrom, writeStatements } from '../tables/row-store.ts';
import type { Target } from './checkpoints.ts';
import type { Incoming } from './decoding.ts';
import { fold, type Handled, keysToLoad, type PoisonEvent, workOf } from './fold.ts';
import type { RowsAtHand, Tables } from './rows-at-hand.ts';

/** Runs several statements in one round trip. */
export type Ask = (statements: readonly SqlStatement[]) => Promise<readonly (readonly TextRow[])[]>;

/** A table that events are folded into, and its rows. */
export interface BatchPart {
  readonly target: Target;
  readonly rows: RowsAtHand;
}

interface Work extends BatchPart {
  readonly handled: readonly Handled[];
  readonly poison: PoisonEvent | null;
  /** Keys of the rows that have to be read. */
  readonly missing: readonly string[];
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
  const works = parts.map((part): Work => {
    const { projection, position } = part.target;
    const { handled, poison } = workOf(projection, batch, position);
    return { handled, poison, missing: part.rows.missing(keysToLoad(projection, handled)), ...part };
  });
  await load(
    ask,
    works.filter(({ missing }) => missing.length > 0),
  );
  return works.flatMap(({ target, rows, handled, poison }) => {
    const folded = fold(target.projection, handled, rows.rows);
    rows.folded(folded);
    return folded.poison ?? poison ?? [];
  });
}

/**
 * Folds a batch into live read models that are behind it.
 * @returns the statements that write the changed rows; null: an event cannot be taken, and the cached rows are invalid
 */
export async function foldBatch(
  ask: Ask,
  tables: Tables,
  behind: readonly Target[],
  batch: readonly Incoming[],
): Promise<readonly SqlStatement[] | null> {
  const parts = behind.map((target) => {
    const rows = tables.of(target.relation);
    rows.turn();
    return { target, rows };
  });
  const stopped = await foldInto(ask, parts, batch);
  const writes = parts.flatMap(({ target: { projection, relation }, rows }) =>
    writeStatements(projection.table, relation, rows.take()),
  );
  return stopped.length > 0 ? null : writes;
}

async function load(ask: Ask, works: readonly Work[]): Promise<void> {
  if (works.length === 0) return;
  const answers = await ask(
    works.map(({ target: { projection, relation }, missing }) => loadStatement(projection.table, relation, missing)),
  );
  for (const [at, { target, rows }] of works.entries()) {
    rows.loaded(slotsFrom(target.projection.table, answers[at] ?? []));
  }
}
