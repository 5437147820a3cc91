import type { Pool } from 'pg';
import { COSTS_TABLE } from '../tables/bookkeeping.ts';
import type { Costs } from './estimate.ts';

/** Costs measured by earlier rebuilds of this database; null before the first one. */
export async function readCosts(pool: Pool): Promise<Costs | null> {
  const { rows } = await pool.query<{ costs: string }>(`SELECT costs FROM ${COSTS_TABLE}`);
  const costs = rows[0]?.costs;
  return costs ? (JSON.parse(costs) as Costs) : null;
}

/** Stores costs for later rebuilds. @param costs null leaves them unchanged */
export async function keepCosts(pool: Pool, costs: Costs | null): Promise<void> {
  if (costs === null) return;
  await pool.query(`INSERT INTO ${COSTS_TABLE} (costs) VALUES ($1) ON CONFLICT (one) DO UPDATE SET costs = $1`, [
    JSON.stringify(costs),
  ]);
}
