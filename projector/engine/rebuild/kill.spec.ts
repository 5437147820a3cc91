import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { insertEvents, withoutGuard } from '@perktree/event-store/testing/tamper';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { openTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { afterAll, expect, it } from 'vitest';
import { startProductProcessor, verifyProjections } from '../../service.ts';
import { bundleProgram } from '../../testing/bundle.ts';
import { recorded, redeemed, rootCreated, scanned, siteCreated, stored, uuid } from '../../testing/events.ts';
import { readCheckpoints } from '../live/checkpoints.ts';

const EVENTS = 12_000;
const KILLS = 20;
const CHUNK_SIZE = 400;
/** Within the checkout, where installed packages are found. */
const CACHE = fileURLToPath(new URL('../.cache/', import.meta.url));
const database = await openTestPool();
mkdirSync(CACHE, { recursive: true });
const folder = mkdtempSync(join(CACHE, 'rebuild-program-'));
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program, which is killed soon after its `killAt`th line of output. @returns its output */
async function run(program: string, killAt: number): Promise<{ output: string; code: number | null; errors: string }> {
  const child = spawn(process.execPath, [program, database.connectionString, `${CHUNK_SIZE}`, `${killAt}`]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { output, errors, code };
}

it('a rebuild that is killed twenty times goes on each time, and its rows are those of the live table', async () => {
  const { connectionString, pool } = database;
  const schema = EVENT_STORE_SCHEMA;
  await runMigrations({ connectionString, service: 'event_store', schema, migrations: eventStoreMigrations });
  const visits = Array.from({ length: EVENTS / 2 - 1 }, (_, n) => [
    scanned(`scan ${n}`, 'root'),
    redeemed(`r${n}`, 'root'),
  ]);
  // Each event is in a stream of its own.
  const events = recorded([siteCreated(), rootCreated('root'), ...visits.flat()]).map((event, n) => ({
    ...stored({ ...event, stream: `history-${n}`, revision: 0 }),
    eventId: uuid(`event ${n}`),
  }));
  await withoutGuard(pool, (client) => insertEvents(client, events));
  const store = createPostgresEventStore({ connectionString });
  const silent = { info() {}, warn() {}, error() {} };
  const processor = startProductProcessor({ store, pool, logger: silent });
  const positions = async () => new Set((await readCheckpoints(pool)).map(({ position }) => position));
  await expect.poll(positions, { timeout: 400_000 }).toEqual(new Set([BigInt(EVENTS)]));

  const program = await bundleProgram('projector/testing/rebuild-program.ts', folder);
  let kills = 0;
  let last = await run(program, 1);
  while (last.code === null) {
    kills += 1;
    // While it reads: somewhere in its first chunks; the last time it may run through to its end, or be killed there.
    last = await run(program, kills < KILLS ? 1 + (kills % 3) : Number.POSITIVE_INFINITY);
  }
  expect(last.errors).toBe('');
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  const rebuilt = JSON.parse(last.output.trim().split('\n').at(-1) ?? '') as { outcome: string; events: number }[];
  // Identical to the live rows, or it would not have been swapped; each event read once by all runs together.
  expect(new Set(rebuilt.map(({ outcome, events }) => `${outcome} ${events}`))).toEqual(new Set([`swapped ${EVENTS}`]));
  expect((await verifyProjections({ store, pool })).filter(({ identical }) => !identical)).toEqual([]);
  await processor.stop();
  await store.close();
}, 900_000);
