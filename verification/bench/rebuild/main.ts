import { fileURLToPath } from 'node:url';
import { createPool } from '@perktree/platform/postgres/pool';
import { fillEventStore } from '@perktree/projector/testing/large-history';
import { migrateEvents } from '../data/migrate.ts';
import { withTemporaryPostgres } from '../temporary-postgres.ts';
import { measure } from './measure.ts';
import { runRebuild } from './program.ts';

/**
 * `npm run bench -- rebuild [EVENTS [KILLS]]`: a rebuild of all read models, alone, under live traffic, and killed at
 * random points, on a temporary database. Starts itself with the argument `run` for each rebuild.
 */
async function main(args: readonly string[]): Promise<void> {
  const [first = '1000000', second = '20'] = args;
  if (first === 'run') return runRebuild(second);
  const events = Number(first);
  await withTemporaryPostgres(async (connectionString) => {
    await write(connectionString, events);
    const program = [fileURLToPath(import.meta.url), 'run', connectionString];
    const say = (text: string) => console.log(text);
    if (!(await measure({ connectionString, events, kills: Number(second), program, say }))) process.exitCode = 1;
  });
}

async function write(connectionString: string, events: number): Promise<void> {
  await migrateEvents(connectionString);
  const pool = createPool({ connectionString, applicationName: 'bench', max: 1, statementTimeoutMs: 0 });
  const start = performance.now();
  await fillEventStore(pool, 0, events);
  console.log(`${events} events written in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  await pool.end();
}

await main(process.argv.slice(2));
