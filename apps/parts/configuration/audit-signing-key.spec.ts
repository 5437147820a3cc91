import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditSigningKey, rotateInstallationKey } from './audit-signing-key.ts';

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

  it('stays the one in use where its replacement fails or is killed midway, and is kept beside the new one', async () => {
    const old = auditSigningKey({ auditSigningKey: null, dataDir });
    const failing = rotateInstallationKey(dataDir, async () => rmSync(`${file}.next`));
    await expect(failing).rejects.toThrow('ENOENT');
    expect(auditSigningKey({ auditSigningKey: null, dataDir }).keyId).toBe(old.keyId);
    const next = await rotateInstallationKey(dataDir, async (_, to) => to.keyId);
    expect(auditSigningKey({ auditSigningKey: null, dataDir }).keyId).toBe(next);
    expect(readSigningKey(readFileSync(`${file}.${old.keyId}`, 'utf8')).keyId).toBe(old.keyId);
    expect(statSync(`${file}.${old.keyId}`).mode & 0o777).toBe(0o600);
  });
});
