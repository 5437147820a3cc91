import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { announcePosition, type Checkpoint, readCheckpoints } from '../live/checkpoints.ts';
import { eventsInOrder, type ReadableStore } from '../live/events-in-order.ts';
import { fill } from '../live/fill.ts';
import type { Projection } from '../live/projection.ts';
import { dropRelations, UNSWAPPED_STATUSES, unfinishedCopies } from './copies.ts';
import { operate } from './operation.ts';
import { swapIn } from './swap.ts';

export interface ControlOptions {
  readonly pool: Pool;
  /** Absent: all. */
  readonly projections: readonly Projection[];
  /** Dry run: returns the names without changing anything. */
  readonly dryRun?: boolean | undefined;
  readonly holder?: string | undefined;
}

/**
 * Stops read models between two transactions. Readers continue to read their rows, but do not wait for the position of paused
 * read models.
 * @returns the names of those that were running
 */
export async function pause(options: ControlOptions): Promise<readonly string[]> {
  return change(options, ['live', 'filling'], 'paused');
}

/**
 * Lets paused and failed read models catch up while the others stay live. Readers wait for them again once they have.
 * @returns the names of those that were stopped
 */
export async function resume(options: ControlOptions): Promise<readonly string[]> {
  return change(options, ['paused', 'failed'], 'filling');
}

async function change(options: ControlOptions, from: readonly string[], to: string): Promise<readonly string[]> {
  const condition = `serving AND name = ANY($1) AND status = ANY($2)`;
  return inTransaction(options.pool, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${PROJECTIONS_TABLE} WHERE ${condition} ORDER BY name FOR UPDATE`,
      [namesOf(options), from],
    );
    const names = rows.map(({ name }) => name);
    if (options.dryRun) return names;
    await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET status = $3, failed_event_id = NULL, error = NULL, updated_at = now()
       WHERE ${condition}`,
      [names, from, to],
    );
    // The remaining live read models may be ahead of the paused ones.
    await announcePosition(client);
    return names;
  });
}

const namesOf = ({ projections }: ControlOptions) => projections.map(({ name }) => name as string);

/**
 * Switches readers to the copies that a rebuild has left ready, even if their rows differ from those of the live tables.
 * @returns the names of those swapped
 * @throws OperationUnderWay
 */
export async function swap(options: ControlOptions & { readonly store: ReadableStore }): Promise<readonly string[]> {
  const { pool, projections, dryRun = false, holder } = options;
  const store = eventsInOrder(options.store, pool);
  const find = async () => (await unfinishedCopies(pool, projections)).filter(({ status }) => status === 'ready');
  if (dryRun) return sortedNames(await find());
  return operate({ pool, what: 'swap', holder }, async (operating) => {
    const copies = await find();
    if (copies.length === 0) return [];
    // A copy may have been ready for days, so apply the events since then.
    const { targets } = await fill({ store, pool, upTo: await store.head(), signal: operating.signal }, copies);
    return sortedNames(targets.length > 0 ? await swapIn({ store, pool, signal: operating.signal }, targets) : []);
  });
}

const sortedNames = (copies: readonly Checkpoint[]) => copies.map(({ name }) => name).sort();

/**
 * Drops the tables that served before the last swap; `unfinished`: the copies of rebuilds that were not swapped, instead.
 * @returns the tables
 * @throws OperationUnderWay
 */
export async function drop(
  options: ControlOptions & { readonly unfinished?: boolean | undefined },
): Promise<readonly string[]> {
  const { pool, dryRun = false, unfinished = false, holder } = options;
  const names = new Set(namesOf(options));
  const statuses = unfinished ? UNSWAPPED_STATUSES : ['retired'];
  const find = async () =>
    (await readCheckpoints(pool))
      .filter(({ name, serving, status }) => names.has(name) && !serving && statuses.includes(status))
      .map(({ relation }) => relation);
  if (dryRun) return find();
  return operate({ pool, what: 'drop', holder }, async () => dropRelations(pool, await find()));
}
