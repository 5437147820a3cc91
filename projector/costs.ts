import type { Pool } from 'pg';
import { COSTS_TABLE } from './bookkeeping.ts';
import type { Costs } from './estimate.ts';

/** What earlier rebuilds of this database have learned; null: none has. */
export async function readCosts(pool: Pool): Promise<Costs | null> {
  const { rows } = await pool.query<{ costs: string }>(`SELECT costs FROM ${COSTS_TABLE}`);
  const costs = rows[0]?.costs;
  return costs ? (JSON.parse(costs) as Costs) : null;
}

/** For the rebuilds to come. @param costs null: nothing to add to what is known */
export async function keepCosts(pool: Pool, costs: Costs | null): Promise<void> {
  if (costs === null) return;
  await pool.query(`INSERT INTO ${COSTS_TABLE} (costs) VALUES ($1) ON CONFLICT (one) DO UPDATE SET costs = $1`, [
    JSON.stringify(costs),
  ]);
}
