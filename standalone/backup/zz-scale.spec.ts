import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { it } from 'vitest';
import { migrateAll } from '../migrate-all.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore/restore-backup.ts';

it('scale', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zz-'));
  const open = async () => {
    const database = await createTestDatabase({ name: 'composed', prepare: migrateAll });
    return {
      database,
      pool: createPool({ connectionString: database.connectionString, applicationName: 'x', statementTimeoutMs: 0 }),
    };
  };
  const [a, b] = [await open(), await open()];
  await a.pool.query(`INSERT INTO event_store.events SELECT n + 1, 's-' || (n % 5000), n / 5000, gen_random_uuid(), 'BenefitRedeemed',
    json_build_object('amount', '1.00', 'x', repeat('y', 600)), '{"recordedAt":"2026-01-01T00:00:00.000Z"}'
    FROM generate_series(0, 49999) n`);
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const t = performance.now();
    await work();
    console.log(what, Math.round(performance.now() - t), 'ms', Math.round(process.memoryUsage().rss / 1e6), 'MB');
  };
  const file = join(folder, 'f');
  await timed('backup', async () => console.log((await makeBackup({ pool: a.pool, file, now: new Date() })).bytes));
  await timed('restore', async () => console.log((await restoreBackup({ pool: b.pool, file })).events));
  for (const { database, pool } of [a, b]) {
    await pool.end();
    await database.drop();
  }
  rmSync(folder, { recursive: true });
}, 300_000);
