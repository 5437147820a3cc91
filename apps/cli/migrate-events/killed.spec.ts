import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_STREAM } from '@perktree/event-store/port';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import type { Pool } from 'pg';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillDemoBusiness } from '../../standalone/demo/demo-business.ts';
import { type ComposedApp, startComposedApp } from '../../standalone/testing/composed-app.ts';

/** So many that a copy takes a while. */
const FILLING = 6_000;
const outDir = path.join(import.meta.dirname, '../../.cache/migrate-events');

let composed: ComposedApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'perktree-migrate-'));
  composed = await startComposedApp();
  await fillDemoBusiness(composed.app, async (email) => {
    await composed.identity.grantSuperadmin(email);
  });
  const filling = Array.from({ length: FILLING }, (_, n) => ({
    ...{ eventId: randomUUID(), type: 'NothingKnown', data: { n }, metadata: {} },
  }));
  await Promise.all(filling.map((event, n) => composed.store.append(`filling-${n}`, NO_STREAM, [event])));
});
afterAll(async () => {
  await composed?.close();
  rmSync(outDir, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

const eventsOf = async (pool: Pool) => (await pool.query('SELECT * FROM event_store.events ORDER BY position')).rows;

/** Connections to a database that are not of this spec. */
async function othersOn(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> 'spec'`,
  );
  return rows[0]?.others ?? 0;
}

it('migrate-events copies everything, although it is killed again and again', async () => {
  await build({
    ...{ configFile: false, root: import.meta.dirname, logLevel: 'error' },
    build: { ssr: path.join(import.meta.dirname, '../main.ts'), outDir, emptyOutDir: true, target: 'node20' },
    ssr: { noExternal: [/^@perktree\//] },
  });
  const database = await createTestDatabase();
  const target = {
    url: database.connectionString,
    pool: createPool({ connectionString: database.connectionString, applicationName: 'spec' }),
  };
  const words = ['migrate-events', '--from', composed.databaseUrl, '--to', target.url, '--accounts', '--json'];
  const start = (): ChildProcess =>
    spawn(process.execPath, [path.join(outDir, 'main.js'), ...words], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const there = async () =>
    Number(
      (await target.pool.query('SELECT count(*) AS n FROM event_store.events').catch(() => ({ rows: [{ n: 0 }] })))
        .rows[0].n,
    );

  let before = 0;
  for (let kill = 1; kill <= 2; kill += 1) {
    const child = start();
    await expect.poll(there, { interval: 20 }).toBeGreaterThan(before);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // The server may still commit what the killed process sent last.
    await expect.poll(() => othersOn(target.pool)).toBe(0);
    before = await there();
    expect(before).toBeLessThan(FILLING);
  }
  const child = start();
  let written = '';
  child.stdout?.on('data', (text) => {
    written += text;
  });
  expect((await once(child, 'exit'))[0]).toBe(0);

  const { events, copied, sha256, tables } = JSON.parse(written);
  expect(events).toBeGreaterThan(FILLING);
  expect(copied).toBe(events - before);
  expect(sha256).toMatch(/^[\da-f]{64}$/);
  expect(await eventsOf(target.pool)).toEqual(await eventsOf(composed.pool));
  expect(tables.find(({ table }: { table: string }) => table === 'identity.users').rows).toBeGreaterThan(5);
  const names = tables.map(({ table }: { table: string }) => table);
  expect(names).toEqual(expect.arrayContaining(['webhooks.endpoints', 'audit.signed_heads']));
  for (const { table } of tables) {
    const rows = `SELECT to_json(t)::text AS row FROM ${table} t ORDER BY 1`;
    expect((await target.pool.query(rows)).rows).toEqual((await composed.pool.query(rows)).rows);
  }
  await target.pool.end();
  await database.drop();
});
