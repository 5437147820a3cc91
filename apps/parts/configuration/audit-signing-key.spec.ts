import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditSigningKey } from './audit-signing-key.ts';

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'perktree-key-'));
  file = join(dataDir, 'audit-signing-key');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the key that heads are signed with', () => {
  it('is made once, for its owner alone', () => {
    const { keyId } = auditSigningKey({ auditSigningKey: null, dataDir });
    expect(auditSigningKey({ auditSigningKey: null, dataDir }).keyId).toBe(keyId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is the given one, as PEM or in one line, and then none is made', () => {
    const pem = newPrivateKey();
    const oneLine = pem.split('\n').slice(1, -2).join('');
    const { keyId } = readSigningKey(pem);
    expect(auditSigningKey({ auditSigningKey: oneLine, dataDir }).keyId).toBe(keyId);
    expect(auditSigningKey({ auditSigningKey: pem, dataDir }).keyId).toBe(keyId);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  it('is refused where it is none, without its value', () => {
    const wrong = 'x'.repeat(80);
    expect(() => auditSigningKey({ auditSigningKey: wrong, dataDir })).toThrow(/^AUDIT_SIGNING_KEY is wrong: [^x]*Ed/);
    writeFileSync(file, wrong);
    expect(() => auditSigningKey({ auditSigningKey: null, dataDir })).toThrow(/audit-signing-key is wrong/);
  });
});
