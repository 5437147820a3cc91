import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { ISSUES } from '@perktree/contracts/kernel/issue-codes';
import { afterAll, describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/how-to/white-label.md'), 'utf8');
const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('');
const composed = await startComposedApp();
const url = await composed.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => composed.close());

describe('docs/how-to/white-label.md', () => {
  it('leads to a site with a logo, a corrected colour and without the product', async () => {
    const env = { ...process.env, PERKTREE: url };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
    expect(stdout).toContain('"chosen":"#ffcc00"');
    expect(stdout).toContain('"light":"#856a00"');
    expect(stdout).toContain('"showsProduct":false');
    expect(stdout).toMatch(/"logoUrl":"\/api\/pictures\/[0-9a-f]{64}"/);
  });

  it('names the issues of pictures as they are', () => {
    const named = [...page.matchAll(/PICTURE_[A-Z_]+/g)].map(([code]) => code);
    expect(named.length).toBeGreaterThan(5);
    for (const code of named) expect(Object.keys(ISSUES)).toContain(code);
  });
});
