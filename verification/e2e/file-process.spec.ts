import { join } from 'node:path';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { connectToRunning } from '@perktree/platform/postgres/embedded/embedded-postgres';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { demoAccount } from './support/demo.ts';
import { Person } from './support/person.ts';
import { startProduct } from './support/product.ts';

/** Ledger rows. With 80,000 to 150,000, their findings fill the test's heap only sometimes. */
const FORGED = 300_000;

/** Processes of reports have a low priority. */
const soon = { timeout: 400_000 };

it('a report that fills its memory ends as a failure that says so, and a smaller one is made', async () => {
  const product = await startProduct({ args: ['--demo-medium'], env: { REPORT_HEAP_MB: '32' } });
  onTestFinished(() => product.remove());
  const database = new pg.Client({ connectionString: await connectToRunning(join(product.dataDir, 'postgres')) });
  await database.connect();
  onTestFinished(() => database.end());
  const owner = await Person.signIn(product.url, demoAccount('owner'));
  const [{ id: siteId }] = await owner.get<[{ id: string }]>('/api/me/sites');
  const look = (id: string) => owner.get<FileAnswer>(`/api/me/files/${id}`);
  const request = async (path: string) => {
    const { status, body } = await owner.send<{ file: { id: string } }>('GET', path);
    expect(status).toBe(202);
    return body.file.id;
  };
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
  expect(product.output()).toContain('heap out of memory');
  const small = await request('/api/me/export?wait=0');
  await expect.poll(async () => (await look(small)).status, soon).toBe('done');
}, 900_000);
