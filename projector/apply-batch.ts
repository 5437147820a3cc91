import type { ClientBase } from 'pg';
import type { Incoming } from './decoding.ts';
import { fold, keysToLoad, type PoisonEvent, workOf } from './fold.ts';
import type { Projection } from './projection.ts';
import { loadSlots, saveSlots } from './row-store.ts';

/** Postgres took a read model's rows for wrong: a value out of range, a broken constraint. The transaction is lost. */
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
 * Brings one read model's rows up to date with a batch: one SELECT of the rows concerned, a fold in memory, one upsert.
 * @param after its checkpoint; events up to there are skipped
 * @returns the event that stopped it, or null; the rows stand before that event then
 * @throws RowsRefused
 */
export async function applyBatch(
  client: ClientBase,
  projection: Projection,
  relation: string,
  batch: readonly Incoming[],
  after: bigint,
): Promise<PoisonEvent | null> {
  const work = workOf(projection, batch, after);
  if (work.handled.length === 0) return work.poison;
  const keys = [...keysToLoad(projection, work.handled)];
  const slots = await loadSlots(client, projection.table, relation, keys).catch(refusedBy(projection));
  const { changed, poison } = fold(projection, work.handled, slots);
  const rows = [...changed].flatMap((key) => slots.get(key) ?? []);
  await saveSlots(client, projection.table, relation, rows).catch(refusedBy(projection));
  return poison ?? work.poison;
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): the rows' fault, not the database's. */
export function isRefusal(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}

export function refusedBy(projection: Projection) {
  return (error: Error): never => {
    if (isRefusal(error)) throw new RowsRefused(projection.name, error);
    throw error;
  };
}
