import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { productTemplate } from '@perktree/apps/standalone/testing/product-template';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { describe, expect, it } from 'vitest';
import { files, ROOT, read } from './repository.ts';

/** Cells of the rows of a table whose first cell matches. */
const rowsOf = (page: string, first: RegExp) =>
  read(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, cell = '']) => first.test(cell));
const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

describe('docs/reference/privacy.md', () => {
  const rows = rowsOf('docs/reference/privacy.md', /^\d\d/);

  it('has each article from 12 to 21 of the GDPR once', () => {
    const articles = rows.flatMap(([, article = '']) =>
      [...(article.split(',')[0] ?? '').matchAll(/\d\d/g)].map(Number),
    );
    expect(articles).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
  });

  it.each(rows.map(([, article = '', , specs = '']) => [article, specs]))('names tests of article %s', (_, specs) => {
    const tests = named(specs);
    expect(tests).not.toEqual([]);
    expect(tests.filter((test) => !/\.spec\.tsx?$/.test(test) || !existsSync(join(ROOT, test)))).toEqual([]);
  });
});

it('docs/reference/what-grows.md says of every table how long its rows stay', async () => {
  const database = await createTestDatabase(productTemplate);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'what-grows', max: 1 });
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT schemaname || '.' || regexp_replace(tablename, '__v\\d+.*$', '') AS name FROM pg_tables
     WHERE schemaname NOT LIKE 'pg\\_%' AND schemaname <> 'information_schema' AND tablename !~ '_migrations(_lock)?$'
     ORDER BY name`,
  );
  await pool.end();
  await database.drop();
  const tables = rows.map(({ name }) => name);
  const named = [...read('docs/reference/what-grows.md').matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(tables);
});

it('docs/reference/what-grows.md names jobs that exist', () => {
  const jobs = rowsOf('docs/reference/what-grows.md', /^`/).flatMap(([, , , job]) => named(job));
  expect(jobs).toContain('purge-refusals');
  const product = files('command-service/*.ts', 'webhook-service/*.ts', 'mail-service/*.ts', 'apps/parts/*.ts')
    .filter((file) => !file.includes('.spec.'))
    .map(read)
    .join('\n');
  expect(jobs.filter((job) => !product.includes(`name: '${job}'`))).toEqual([]);
});
