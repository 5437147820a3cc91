import { rebuildPostgreSQLProjections } from '@event-driven-io/emmett-postgresql';
import { createPool } from '@perktree/platform/postgres/pool';
import { emmettCommands, emmettRows } from './emmett-commands.ts';
import type { EmmettRebuildOrder, EmmettRebuildResult } from './order.ts';

/**
 * Emmett's rebuild of one projection with two tables, from the number of events in the order. It does less work for an event
 * than the product's read models, so the figures favour emmett.
 */
export async function emmettRebuild(
  connectionString: string,
  { events, streams }: EmmettRebuildOrder,
): Promise<EmmettRebuildResult> {
  const emmett = await emmettCommands(connectionString, false);
  for (let tree = 0; tree < streams; tree += 1) await emmett.fill(tree, events / streams);
  await emmett.close();
  const consumer = rebuildPostgreSQLProjections({ connectionString, projections: [emmettRows] });
  const start = performance.now();
  await consumer.start();
  const perSecond = events / ((performance.now() - start) / 1_000);
  await consumer.close();
  const pool = createPool({ connectionString, applicationName: 'bench' });
  const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM bench_redemptions');
  await pool.end();
  return { perSecond, redemptions: rows[0]?.n ?? 0 };
}
