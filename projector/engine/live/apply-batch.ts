import type { ClientBase } from 'pg';
import { runPipeline } from '../tables/pipeline.ts';
import { saveStatements } from '../tables/row-store.ts';
import type { Incoming } from './decoding.ts';
import type { PoisonEvent } from './fold.ts';
import { foldInto, type Target } from './fold-batch.ts';
import { RowsAtHand } from './rows-at-hand.ts';

/** Postgres refused a read model's rows: a value out of range, a broken constraint. The transaction is rolled back. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
  constructor(
    readonly projection: string,
    cause: Error,
  ) {
    super(`${projection}: ${cause.message}`, { cause });
  }
}

/**
 * Updates one table's rows with a batch, from any state of the table: new rows replace existing ones.
 * @returns the event that stopped it, or null; the rows are those before that event then
 * @throws RowsRefused
 */
export async function applyBatch(
  client: ClientBase,
  target: Target,
  batch: readonly Incoming[],
): Promise<PoisonEvent | null> {
  const { projection, relation } = target;
  const rows = new RowsAtHand();
  try {
    const ask = (statements: Parameters<typeof runPipeline>[1]) => runPipeline(client, statements);
    const [poison = null] = await foldInto(ask, [{ target, rows }], batch);
    const { fresh, changed } = rows.take();
    const writes = saveStatements(projection.table, relation, [...fresh, ...changed]);
    if (writes.length > 0) await ask(writes);
    return poison;
  } catch (error) {
    throw isRefusedWrite(error) ? new RowsRefused(projection.name, error as Error) : error;
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): the rows caused the error, not the database. */
export function isRefusedWrite(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}
