import { join } from 'node:path';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { rebuildProjections } from '@perktree/projector/service';
import { fillEventStore } from '@perktree/projector/testing/large-history';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { migrateEvents } from '../data/migrate.ts';
import type { CellDatabase } from '../databases.ts';
import { runJson } from '../processes.ts';
import { interleaved, type Measured } from '../rounds.ts';
import type { ProjectingResult, ProjectingWork } from './order.ts';

export const LIVE = 'live projector';
export const REBUILD = 'rebuild';
export const COPY = 'COPY of the finished rows';
const COPY_THEN_INDEX = 'COPY of the finished rows, indexes afterwards';

const CONTENDERS = [
  [COPY, 'copy'],
  [LIVE, 'live'],
  [COPY_THEN_INDEX, 'copy-then-index'],
  [REBUILD, 'rebuild'],
] as const satisfies readonly (readonly [string, ProjectingWork])[];

/** Compares the rate at which events fill the read models with the rate at which Postgres copies their finished rows. */
export async function projecting(bench: Bench): Promise<readonly Cell[]> {
  const events = bench.scale.projected;
  const database = await bench.databases.empty();
  try {
    await prepare(database, events);
    return await interleaved(
      bench,
      'projecting',
      CONTENDERS.map(([contender, work]) => ({
        ...{ workload: 'history', contender },
        measure: () => measure(bench, database, work, events),
      })),
    );
  } finally {
    await database.drop();
  }
}

/** Events, and their read models for the contenders that copy rows. */
async function prepare({ url, pool }: CellDatabase, events: number): Promise<void> {
  await migrateEvents(url);
  await fillEventStore(pool, 0, events);
  await pool.query(`ANALYZE ${EVENT_STORE_SCHEMA}.events`);
  const store = createPostgresEventStore({ connectionString: url });
  await rebuildProjections({ store, pool });
  await store.close();
}

async function measure(bench: Bench, { url }: CellDatabase, work: ProjectingWork, events: number): Promise<Measured> {
  const program = join(bench.programs.benchDir, 'projecting.js');
  const { programs, databases } = bench;
  const { profileDir } = programs;
  const result = await runJson<ProjectingResult>(program, [work], {
    env: { DATABASE_URL: url, POSTGRES_PID: String(databases.serverPid) },
    nodeArgs:
      profileDir === null ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDir, '--cpu-prof-name', `${work}.cpuprofile`],
  });
  const perEvent = (ms: number) => (ms * 1_000) / events;
  const figures = {
    'per second': events / (result.ms / 1_000),
    'Node CPU µs': perEvent(result.nodeMs),
    'Postgres CPU µs': perEvent(result.postgresMs),
  };
  return { figures, void: result.void };
}
