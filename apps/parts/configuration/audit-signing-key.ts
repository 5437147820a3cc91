import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateKey, readSigningKey, type SigningKey } from '@perktree/audit-service/chain/signing-key';
import { makeFolder } from '@perktree/platform/process/make-folder';
import { type Configuration, WrongConfiguration } from './configuration.ts';

/** The private key of this installation: created once in the data folder, readable only by its owner. */
export function installationSigningKey(dataDir: string): string {
  const file = fileIn(dataDir);
  if (!existsSync(file)) {
    makeFolder(dataDir);
    writeFileSync(file, newPrivateKey(), { mode: 0o600, flag: 'wx', flush: true });
  }
  return readFileSync(file, 'utf8');
}

/**
 * The key that signs heads of the chain: AUDIT_SIGNING_KEY, else the key of this installation. All machines need the same key.
 * @throws WrongConfiguration
 */
export function auditSigningKey({
  auditSigningKey: given,
  dataDir,
}: Pick<Configuration, 'auditSigningKey' | 'dataDir'>): SigningKey {
  try {
    return readSigningKey(given ?? installationSigningKey(dataDir));
  } catch (error) {
    const what = given === null ? fileIn(dataDir) : 'AUDIT_SIGNING_KEY';
    throw new WrongConfiguration(`${what} is wrong: ${(error as Error).message}.`);
  }
}

const fileIn = (dataDir: string) => join(dataDir, 'audit-signing-key');
