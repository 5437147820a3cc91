import { migrateAll } from '@perktree/apps/parts/migrate-all';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { rebuildProjections } from '@perktree/projector/service';
import type { Pool } from 'pg';
import { fillPlainTables } from '../opponents/plain-tables.ts';
import { writeAccounts } from './accounts.ts';
import { type StreamEvent, sitesAndPlans, treeOf } from './business.ts';
import { scanOf, type Visit } from './visits.ts';
import { writeHistory } from './write-history.ts';

/** The content of a database at the start: scans to redeem. */
export interface World {
  /** Trees of four QRs, of which the deepest is redeemed. */
  readonly trees: number;
  /** Scans spread evenly over the QRs. */
  readonly spread: number;
  /** Further scans of the first tree's QR. */
  readonly hot: number;
}

export const worldName = ({ trees, spread, hot }: World) => `world_${trees}_${spread}_${hot}`;

/** In the order of their redemption. */
export const spreadVisits = ({ trees, spread }: World): readonly Visit[] =>
  Array.from({ length: spread }, (_, number) => ({ number, tree: (number * 7919) % trees }));
export const hotVisits = ({ spread, hot }: World): readonly Visit[] =>
  Array.from({ length: hot }, (_, n) => ({ number: spread + n, tree: 0 }));

function* historyOf(world: World): Generator<StreamEvent> {
  yield* sitesAndPlans();
  for (let tree = 0; tree < world.trees; tree += 1) yield* treeOf(tree);
  for (const visit of [...spreadVisits(world), ...hotVisits(world)]) yield scanOf(visit);
}

/** Writes the same facts for every contender: as events with read models, and as plain tables for contenders without events. */
export async function fillWorld(url: string, pool: Pool, world: World): Promise<void> {
  await migrateAll(url);
  await ensureReadModels(pool, projections);
  await writeAccounts(pool);
  await writeHistory(pool, historyOf(world));
  const store = createPostgresEventStore({ connectionString: url });
  await rebuildProjections({ store, pool });
  // Chain the events now, because the product would otherwise do it at the start of every cell.
  await followChain({ store, pool });
  await store.close();
  await fillPlainTables(pool);
  await pool.query('VACUUM ANALYZE');
}
