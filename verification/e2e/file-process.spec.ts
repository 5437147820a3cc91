import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { connectToRunning } from '@perktree/platform/postgres/embedded/running';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { demoAccount } from './support/demo.ts';
import { Person } from './support/person.ts';
import { startPrepared } from './support/prepared-data.ts';
import type { Product } from './support/product.ts';

/** Key of the advisory lock that a file process waits for. */
const GATE = 4_711;
/** Ledger rows. With 80,000 to 150,000, their findings fill the test's heap only sometimes. */
const FORGED = 300_000;

/** Processes of reports have a low priority. */
const soon = { timeout: 400_000 };

let product: Product | undefined;
let database: pg.Client | undefined;
afterEach(async () => {
  await database?.end();
  await product?.remove();
});

async function start(env: Record<string, string> = {}) {
  product = await startPrepared('the medium business', env);
  database = new pg.Client({ connectionString: await connectToRunning(join(product.dataDir, 'postgres')) });
  await database.connect();
  const owner = await Person.signIn(product.url, demoAccount('owner'));
  const [{ id: siteId }] = await owner.get<[{ id: string }]>('/api/me/sites');
  const look = (id: string) => owner.get<FileAnswer>(`/api/me/files/${id}`);
  const request = async (path: string) => {
    const { status, body } = await owner.send<{ file: { id: string } }>('GET', path);
    expect(status).toBe(202);
    return body.file.id;
  };
  return { owner, siteId, database, look, request, dataDir: product.dataDir };
}

/** File processes of the product with this data folder. */
function fileProcesses(dataDir: string): readonly number[] {
  const read = (pid: string, what: string) => {
    try {
      return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
    } catch {
      // The process has ended.
      return [];
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(name, 'cmdline').some((word) => word.endsWith('/file-process.js')))
    .filter((pid) => read(pid, 'environ').includes(`DATA_DIR=${dataDir}`))
    .map(Number);
}

it('a report whose process is killed while it stores the file is made again, once and whole', async () => {
  const { owner, siteId, database, look, request, dataDir } = await start();
  // Each process waits until all chunks of the first part are stored, and before it stores the part.
  await database.query(`
    CREATE FUNCTION files.wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$;
    CREATE TRIGGER gate BEFORE INSERT ON files.parts FOR EACH ROW EXECUTE FUNCTION files.wait_at_gate()`);
  await database.query(`SELECT pg_advisory_lock(${GATE})`);
  const path = `/api/sites/${siteId}/audit`;
  const id = await request(`${path}?wait=0`);
  const waiting = async () =>
    (await database.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`))
      .rowCount;
  await expect.poll(waiting, soon).toBe(1);
  const [pid, ...others] = fileProcesses(dataDir);
  expect(others).toEqual([]);
  process.kill(pid as number, 'SIGKILL');
  await expect.poll(() => fileProcesses(dataDir).filter((one) => one !== pid), soon).toHaveLength(1);
  expect(await look(id)).toMatchObject({ status: 'running', parts: [] });
  await database.query(`SELECT pg_advisory_unlock(${GATE})`);

  await expect.poll(async () => (await look(id)).status, soon).toBe('done');
  const file = await look(id);
  expect(file.parts).toHaveLength(1);
  expect(await owner.get<FileAnswer[]>('/api/me/files')).toEqual([file]);
  expect(await owner.get(file.parts[0]?.url ?? '')).toEqual(await owner.get(path));
  const { rows } = await database.query('SELECT DISTINCT attempt FROM files.chunks WHERE file_id = $1', [id]);
  expect(rows).toEqual([{ attempt: 2 }]);
});

it('a report that fills its memory ends as a failure that says so, and a smaller one is made', async () => {
  const { siteId, database, look, request } = await start({ REPORT_HEAP_MB: '32' });
  // The audit reports each of these rows, because no event explains it.
  const { rows: columns } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'read_models' AND table_name = 'ledger_entries' ORDER BY ordinal_position`,
  );
  const forged = columns.map(({ name }) => (name === 'entry_id' ? 'gen_random_uuid()' : `e.${name}`));
  await database.query(
    `INSERT INTO read_models.ledger_entries SELECT ${forged.join()} FROM
       (SELECT * FROM read_models.ledger_entries WHERE site_id = $1 LIMIT 1) e, generate_series(1, ${FORGED})`,
    [siteId],
  );
  const id = await request(`/api/sites/${siteId}/audit?wait=0`);
  await expect.poll(async () => (await look(id)).status, soon).toBe('failed');
  expect((await look(id)).failure).toEqual({
    code: 'FILE_NOT_MADE',
    message: 'This file needs more memory or time than is available. Choose a shorter period.',
  });
  expect(product?.output()).toContain('heap out of memory');
  const small = await request('/api/me/export?wait=0');
  await expect.poll(async () => (await look(small)).status, soon).toBe('done');
}, 900_000);
