import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/product.ts';

describe('npm start', () => {
  it('passes SIGTERM on to the server, which ends in order', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'perktree-signals-'));
    const npm = spawn('npm', ['start'], { cwd: ROOT, env: { ...process.env, PORT: '0', DATA_DIR: dataDir } });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const ended = new Promise<number | null>((done) => npm.once('close', done));
    await expect.poll(() => output, { timeout: 500_000 }).toContain('Stop it with Ctrl+C.');
    const url = /PerkTree is ready at (http\S+)/.exec(output)?.[1];
    npm.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
