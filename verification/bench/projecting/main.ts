import { setTimeout as sleep } from 'node:timers/promises';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { runProgram } from '@perktree/platform/process/run-program';
import { projections } from '@perktree/projector/catalogue';
import { readCheckpoints } from '@perktree/projector/engine/live/checkpoints';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { rebuildProjections, startProductProcessor } from '@perktree/projector/service';
import type { Pool } from 'pg';
import { copyFinishedRows } from './copy-floor.ts';
import type { ProjectingResult, ProjectingWork } from './order.ts';
import { timed } from './timed.ts';

const CHECK_EVERY_MS = 20;
const silent = { info() {}, warn: console.error, error: console.error };

const postgresPid = Number(process.env.POSTGRES_PID);

/** `main.js live|rebuild|copy|copy-then-index` on DATABASE_URL, whose server is POSTGRES_PID: prints a ProjectingResult. */
runProgram(async () => {
  const connectionString = process.env.DATABASE_URL ?? '';
  const pool = createPool({ connectionString, applicationName: 'bench', max: 8, statementTimeoutMs: 0 });
  const store = createPostgresEventStore({ connectionString });
  try {
    process.stdout.write(JSON.stringify(await measure(process.argv[2] as ProjectingWork, store, pool)));
  } finally {
    await store.close();
    await pool.end();
  }
});

async function measure(work: ProjectingWork, store: EventStore, pool: Pool): Promise<ProjectingResult> {
  if (work === 'copy') return { ...(await copyFinishedRows(pool, 'before', postgresPid)), void: null };
  if (work === 'copy-then-index') return { ...(await copyFinishedRows(pool, 'afterwards', postgresPid)), void: null };
  await pool.query(`DROP SCHEMA IF EXISTS ${READ_MODEL_SCHEMA} CASCADE`);
  await ensureReadModels(pool, projections);
  const head = await store.head();
  const spent = await timed(postgresPid, () =>
    work === 'live' ? project(store, pool, head) : rebuildProjections({ store, pool }),
  );
  const behind = (await readCheckpoints(pool)).filter(({ position, serving }) => !serving || position !== head);
  return { ...spent, void: behind.length === 0 ? null : `${behind[0]?.relation} is not at the end` };
}

/** Runs the live projector until it reaches the head. */
async function project(store: EventStore, pool: Pool, head: bigint): Promise<void> {
  const processor = startProductProcessor({ store, pool, logger: silent });
  const isThere = async () => (await readCheckpoints(pool)).every(({ position }) => position >= head);
  while (!(await isThere())) await sleep(CHECK_EVERY_MS);
  await processor.stop();
}
