import { join } from 'node:path';
import { migrateAudit } from '@perktree/audit-service/chain/migrations';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { gapsIn } from '../checks.ts';
import { migrateEvents } from '../data/migrate.ts';
import { redemptionOf, scanOf } from '../data/visits.ts';
import { atPosition, writeHistory } from '../data/write-history.ts';
import type { StatementResult } from '../in-process/order.ts';
import { runJson } from '../processes.ts';
import { interleaved } from '../rounds.ts';

/** Every third scan is redeemed, the worst case for a proof: no two events of the statement share an inner node. */
const SCANS_OF_A_REDEMPTION = 3;
const ROUNDS = 2;

/** A statement of a site with all redemptions of a store. */
export async function statements(bench: Bench): Promise<readonly Cell[]> {
  const { stated, trees, rounds } = bench.scale;
  const database = await bench.databases.empty();
  try {
    await migrateEvents(database.url);
    await migrateAudit(database.url);
    bench.say(`statements: writing ${stated.toLocaleString('en')} redemptions`);
    await writeHistory(database.pool, visits(stated, trees));
    await database.pool.query('VACUUM ANALYZE event_store.events');
    const measure = async () => {
      const { madeMs, proofHashes, bytes, compressedBytes } = await runJson<StatementResult>(
        join(bench.programs.benchDir, 'in-process.js'),
        ['statement', JSON.stringify({ trees })],
        { env: { DATABASE_URL: database.url } },
      );
      const figures = {
        ...{ 'made ms': madeMs, 'hashes of the proof': proofHashes },
        ...{ 'file MB': bytes / 1e6, 'compressed MB': compressedBytes / 1e6 },
      };
      return { figures, void: await gapsIn(database.pool) };
    };
    const workload = `${stated.toLocaleString('en')} redemptions`;
    return await interleaved(
      bench,
      'statements',
      [{ workload, contender: 'product', measure }],
      Math.min(ROUNDS, rounds),
    );
  } finally {
    await database.drop();
  }
}

function* visits(redemptions: number, trees: number) {
  let position = 0;
  for (let number = 0; number < redemptions * SCANS_OF_A_REDEMPTION; number += 1) {
    const visit = { number, tree: number % trees };
    position += 1;
    yield scanOf(visit);
    if (number % SCANS_OF_A_REDEMPTION > 0) continue;
    position += 1;
    yield redemptionOf(visit, atPosition(position));
  }
}
