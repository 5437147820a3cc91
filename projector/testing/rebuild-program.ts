import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { rebuild } from '../service.ts';

/** Runs a rebuild in a separate process, for specs that kill it: node this.mjs CONNECTION_STRING CHUNK_SIZE. */
async function main([connectionString = '', chunkSize = '']: readonly string[]): Promise<void> {
  const pool = createPool({ connectionString, applicationName: 'rebuild-program', max: 5 });
  const store = createPostgresEventStore({ connectionString });
  const onProgress = ({ events, phase }: { events: number; phase: string }) => console.log(`${phase} ${events}`);
  const rebuilt = await rebuild({ store, pool, chunkSize: Number(chunkSize), onProgress });
  console.log(JSON.stringify(rebuilt.map(({ name, outcome, events }) => ({ name, outcome, events }))));
  await store.close();
  await pool.end();
}

await main(process.argv.slice(2));
