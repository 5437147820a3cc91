import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import { startProcessor } from '@perktree/projector/processor';
import { rebuild } from '@perktree/projector/rebuild';
import { rebuildAll } from '@perktree/projector/rebuild-all';
import { fillEventStore } from '@perktree/projector/testing/large-history';
import { startReaders } from './readers.ts';

/** `npm run bench:rebuild -- [EVENTS]`: a rebuild of all read models under live traffic, on a throw-away database. */
const EVENTS = Number(process.argv[2] ?? 1_000_000);
/** Events that are appended each second while the rebuild runs. */
const APPENDED_PER_SECOND = 50;

const logger = { info() {}, warn: console.error, error: console.error };
const seconds = (since: number) => (performance.now() - since) / 1000;
const say = (text: string) => console.log(text);

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-bench-'));
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    await measure(embedded.connectionString);
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(connectionString: string): Promise<void> {
  await runMigrations({
    connectionString,
    service: 'event_store',
    schema: EVENT_STORE_SCHEMA,
    migrations: eventStoreMigrations,
  });
  const pool = createPool({ connectionString, applicationName: 'bench', max: 20, statementTimeoutMs: 0 });
  const store = createPostgresEventStore({ connectionString });
  let start = performance.now();
  await fillEventStore(pool, 0, EVENTS);
  say(`${EVENTS} events written in ${seconds(start).toFixed(0)} s`);

  start = performance.now();
  await rebuildAll({ store, pool });
  say(
    `first rebuild, nobody else at work: ${seconds(start).toFixed(1)} s, ${Math.round(EVENTS / seconds(start))} events/s`,
  );

  const processor = startProcessor({ store, pool, logger });
  const readers = startReaders(pool);
  let appended = EVENTS;
  let writing = Promise.resolve();
  const writer = setInterval(() => {
    writing = writing.then(() => fillEventStore(pool, appended, APPENDED_PER_SECOND));
    appended += APPENDED_PER_SECOND;
  }, 1_000);

  start = performance.now();
  const told: { at: number; left: number; percent: number }[] = [];
  const rebuilt = await rebuild({
    store,
    pool,
    onProgress: ({ secondsLeft, percent, phase, eventsPerSecond }) => {
      if (secondsLeft !== null) told.push({ at: seconds(start), left: secondsLeft, percent });
      if (told.length % 10 === 0) say(`  ${phase} ${percent} %, ${eventsPerSecond} events/s, ${secondsLeft} s left`);
    },
  });
  const took = seconds(start);
  clearInterval(writer);
  await writing;
  const { reads, longestMs, failures } = await readers.stop();
  await processor.stop();

  say(`rebuild under live traffic: ${took.toFixed(1)} s, ${Math.round(EVENTS / took)} events/s`);
  const identical = rebuilt.filter(({ outcome, compared }) => outcome === 'swapped' && compared?.identical);
  say(`${identical.length} of ${rebuilt.length} read models identical and swapped`);
  const afterTenth = told.filter(({ at }) => at >= took / 10 && at < took * 0.9);
  const worst = Math.max(0, ...afterTenth.map(({ at, left }) => Math.abs(at + left - took) / (took - at)));
  say(`time left, after the first tenth: at most ${Math.round(worst * 100)} % off`);
  say(`${reads} reads, the longest ${longestMs} ms, ${failures.length} failed or stale`);
  for (const failure of new Set(failures)) say(`  ${failure}`);
  await store.close();
  await pool.end();
  if (failures.length > 0 || identical.length !== rebuilt.length) process.exitCode = 1;
}

await main();
