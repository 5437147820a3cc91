import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAudit } from '@perktree/audit-service/chain/migrations';
import { deriveUuid } from '@perktree/command-service/engine/derive-uuid';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { gapsIn } from '../checks.ts';
import type { StreamEvent } from '../data/business.ts';
import { migrateEvents } from '../data/migrate.ts';
import { idOf } from '../data/names.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'perktree-bench-statement-'));
  const file = join(folder, 'statement.json.gz');
  const root = join(bench.programs.productDir, '../..');
  try {
    await migrateEvents(database.url);
    await migrateAudit(database.url);
    bench.say(`statements: writing ${stated.toLocaleString('en')} redemptions`);
    await writeHistory(database.pool, visits(stated, trees));
    await database.pool.query('VACUUM ANALYZE event_store.events');
    const measure = async () => {
      const { madeMs, proofHashes, bytes, compressedBytes } = await runJson<StatementResult>(
        join(bench.programs.benchDir, 'in-process.js'),
        ['statement', JSON.stringify({ trees, file })],
        { env: { DATABASE_URL: database.url } },
      );
      const figures = {
        ...{ 'made ms': madeMs, 'hashes of the proof': proofHashes },
        'verified ms': timed(process.execPath, [join(root, 'scripts/verify-statement.mjs'), file]),
        ...(isSecondThere && {
          'verified in Python ms': timed('python3', [join(root, 'docs/examples/verify_statement.py'), file]),
        }),
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
    rmSync(folder, { recursive: true });
  }
}

const isSecondThere = spawnSync('python3', ['-c', 'import cryptography']).status === 0;

/** The whole time of a verifier's process. @throws Error where it finds anything wrong */
function timed(program: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PYTHONDONTWRITEBYTECODE: '1', ...process.env },
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}`);
  return performance.now() - start;
}

function* visits(redemptions: number, trees: number) {
  let position = 0;
  for (let number = 0; number < redemptions * SCANS_OF_A_REDEMPTION; number += 1) {
    const visit = { number, tree: drawn(`tree ${number}`, trees) };
    position += 1;
    yield scanOf(visit);
    if (number % SCANS_OF_A_REDEMPTION > 0) continue;
    position += 1;
    yield withProductIds(redemptionOf(visit, atPosition(position)), number);
  }
}

const CUSTOMERS = 5_000;
/** Without an order that compresses, and the same in each run. */
const drawn = (name: string, count: number) => Number.parseInt(idOf(name).slice(0, 8), 16) % count;

/** Ids as the product derives them, of a customer's first scan of a QR. */
function withProductIds({ stream, event }: StreamEvent, number: number): StreamEvent {
  if (event.type !== 'BenefitRedeemed') return { stream, event };
  const { data } = event;
  const customer = drawn(`customer ${number}`, CUSTOMERS);
  const customerId = idOf(`customer ${customer}`);
  const scanId = deriveUuid('scan of a customer', customerId, data.qrId, data.period, 1);
  const redemptionId = deriveUuid('redemption', scanId);
  const shares = data.shares.map((share) => ({
    ...share,
    entryId: deriveUuid('ledger entry', redemptionId, share.qrId),
  }));
  const deviceId = idOf(`device ${customer}`);
  return { stream, event: { ...event, data: { ...data, customerId, deviceId, scanId, redemptionId, shares } } };
}
