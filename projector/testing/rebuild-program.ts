import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { rebuildProjection } from '../service.ts';

/** Longest time from the line of output at which the process ends until it does, in milliseconds. */
const MAX_MS = 20;

/**
 * Runs a rebuild in a separate process: node this.mjs CONNECTION_STRING CHUNK_SIZE KILL_AT. It kills itself shortly after that
 * many lines of output: its parent could be too late on a busy machine.
 */
async function main([connectionString = '', chunkSize = '', killAt = '']: readonly string[]): Promise<void> {
  let lines = 0;
  const pool = createPool({ connectionString, applicationName: 'rebuild-program', max: 5 });
  const store = createPostgresEventStore({ connectionString });
  const onProgress = ({ events, phase }: { events: number; phase: string }) => {
    console.log(`${phase} ${events}`);
    lines += 1;
    if (`${lines}` === killAt) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * MAX_MS);
  };
  const rebuilt = await rebuildProjection({ store, pool, chunkSize: Number(chunkSize), onProgress });
  console.log(JSON.stringify(rebuilt.map(({ name, outcome, events }) => ({ name, outcome, events }))));
  await store.close();
  await pool.end();
}

await main(process.argv.slice(2));
