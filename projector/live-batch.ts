import type { Pool } from 'pg';
import type { Running } from './batch-writer.ts';
import type { Incoming } from './decoding.ts';
import { type Folded, fold, type Handled, keysToLoad, type Slot, workOf } from './fold.ts';
import { askPool, type Statement } from './pipeline.ts';
import type { ReadModelTable } from './read-model-table.ts';
import { copyStatement, loadStatement, saveStatements, slotsFrom } from './row-store.ts';
import type { RowsAtHand, Tables } from './rows-at-hand.ts';

/** As many rows are worth a COPY, which is planned each time. */
const LEAST_COPIED = 30;

interface Part {
  readonly running: Running;
  readonly handled: readonly Handled[];
  readonly table: RowsAtHand;
  /** Keys of the rows that have to be read. */
  readonly missing: readonly string[];
}

/**
 * Folds a batch into the rows at hand of each read model that is behind it; what is not at hand is read, of all tables in one
 * round trip. @returns what writes the rows that changed; null: an event or a row cannot be taken, and the rows at hand are
 * no longer worth anything
 */
export async function foldBatch(
  pool: Pool,
  tables: Tables,
  behind: readonly Running[],
  batch: readonly Incoming[],
): Promise<readonly Statement[] | null> {
  const parts: Part[] = [];
  for (const running of behind) {
    const { projection, checkpoint } = running;
    const { handled, poison } = workOf(projection, batch, checkpoint.position);
    if (poison !== null) return null;
    if (handled.length === 0) continue;
    const table = tables.of(checkpoint.relation);
    table.turn();
    parts.push({ running, handled, table, missing: table.missing(keysToLoad(projection, handled)) });
  }
  await load(
    pool,
    parts.filter(({ missing }) => missing.length > 0),
  );
  const statements: Statement[] = [];
  for (const { running, handled, table } of parts) {
    const { projection, checkpoint } = running;
    const folded = fold(projection, handled, table.rows);
    if (folded.poison !== null) return null;
    statements.push(...writesOf(projection.table, checkpoint.relation, folded, table.rows));
  }
  return statements;
}

/** Many new rows go by COPY, which costs the server less. */
function writesOf(
  table: ReadModelTable,
  relation: string,
  { changed, fresh }: Folded,
  rows: ReadonlyMap<string, Slot>,
): readonly Statement[] {
  const isCopied = fresh.size >= LEAST_COPIED;
  const [copied, saved]: [Slot[], Slot[]] = [[], []];
  for (const key of changed) {
    const slot = rows.get(key);
    if (slot !== undefined) (isCopied && fresh.has(key) ? copied : saved).push(slot);
  }
  const saves = saveStatements(table, relation, saved);
  return isCopied ? [copyStatement(table, relation, copied), ...saves] : saves;
}

async function load(pool: Pool, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const answers = await askPool(
    pool,
    parts.map(({ running: { projection, checkpoint }, missing }) =>
      loadStatement(projection.table, checkpoint.relation, missing),
    ),
  );
  for (const [at, { running, table }] of parts.entries()) {
    table.loaded(slotsFrom(running.projection.table, answers[at] ?? []));
  }
}
