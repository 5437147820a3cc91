import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installationSecret } from './installation-secret.ts';

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'perktree-secret-'));
  file = join(dataDir, 'session-secret');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the secret of an installation', () => {
  it('is made once, for its owner alone', () => {
    const secret = installationSecret(dataDir);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(installationSecret(dataDir)).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  // A full disk or a power cut at the first start leaves it so.
  it.each(['', '\n', 'cut-off'])('is refused as %j', (content) => {
    writeFileSync(file, content);
    expect(() => installationSecret(dataDir)).toThrow(`${file} is wrong: it takes 32 random characters or more`);
  });
});
