import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Product, removeData } from './product.ts';

/** Like a database that is stopping: for two seconds it creates files in a folder below its own. */
const WRITER = `
  const fs = require('node:fs');
  const folder = process.argv[1] + '/pg_wal';
  fs.mkdirSync(folder);
  console.log('writing');
  const until = Date.now() + 2_000;
  for (let n = 0; Date.now() < until; n += 1) {
    try { fs.writeFileSync(folder + '/' + n, ''); } catch {}
  }`;

it('removes a data folder that a stopping database still writes to', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-e2e-'));
  const writer = spawn(process.execPath, ['-e', WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  removeData({ dataDir } as Product);
  expect(existsSync(dataDir)).toBe(false);
  await once(writer, 'exit');
});
