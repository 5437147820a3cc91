import { migrateAll } from '@perktree/apps/parts/migrate-all';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { rebuildProjections } from '@perktree/projector/service';
import type { Pool } from 'pg';
import { fillPlainTables } from '../opponents/plain-tables.ts';
import { writeAccounts } from './accounts.ts';
import { type StreamEvent, siteAndPlan, treeOf } from './business.ts';
import { redemptionOf, scanOf, type Visit } from './visits.ts';
import { atPosition, writeHistory } from './write-history.ts';

/** How the open scans are spread over the QRs. */
export type Spread = 'uniform' | 'zipf' | 'hot';

/** The content of a database at the start of a cell. */
export interface World {
  readonly spread: Spread;
  /** Trees of four QRs, of which the deepest is redeemed. */
  readonly trees: number;
  /** Earlier redemptions of the first tree's QR. */
  readonly redeemedBefore: number;
  /** Scans to redeem. */
  readonly openScans: number;
}

export function worldName({ spread, trees, redeemedBefore, openScans }: World): string {
  return `world_${spread}_${trees}_${redeemedBefore}_${openScans}`;
}

/** The open scans of a world, in the order of their redemption. */
export function openVisits({ spread, trees, redeemedBefore, openScans }: World): readonly Visit[] {
  const treeFor = { uniform: (n: number) => (n * 7919) % trees, zipf: zipf(trees), hot: () => 0 }[spread];
  return Array.from({ length: openScans }, (_, n) => ({ number: redeemedBefore + n, tree: treeFor(n) }));
}

/** Zipf's law with exponent 1: a QR of rank r has the weight 1/r. Deterministic. */
function zipf(trees: number): () => number {
  const upTo: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= trees; rank += 1) {
    sum += 1 / rank;
    upTo.push(sum);
  }
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const at = (state / 2 ** 32) * sum;
    return Math.min(
      trees - 1,
      upTo.findIndex((bound) => bound >= at),
    );
  };
}

function* historyOf(world: World): Generator<StreamEvent> {
  yield* siteAndPlan();
  for (let tree = 0; tree < world.trees; tree += 1) yield* treeOf(tree);
  for (let number = 0; number < world.redeemedBefore; number += 1) {
    const visit = { number, tree: 0 };
    yield scanOf(visit);
    yield redemptionOf(visit, atPosition(number));
  }
  for (const visit of openVisits(world)) yield scanOf(visit);
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
