import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateKey, readSigningKey, type SigningKey } from '@perktree/audit-service/chain/signing-key';
import { type Configuration, WrongConfiguration } from './configuration.ts';

/**
 * The key that heads of the chain are signed with: AUDIT_SIGNING_KEY, or else one that is made once and kept in the data
 * folder, readable by its owner alone. Several machines that serve one product need the same one.
 * @throws WrongConfiguration
 */
export function auditSigningKey({
  auditSigningKey: given,
  dataDir,
}: Pick<Configuration, 'auditSigningKey' | 'dataDir'>): SigningKey {
  const file = join(dataDir, 'audit-signing-key');
  if (given === null && !existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, newPrivateKey(), { mode: 0o600, flag: 'wx' });
  }
  try {
    return readSigningKey(given ?? readFileSync(file, 'utf8'));
  } catch (error) {
    const what = given === null ? file : 'AUDIT_SIGNING_KEY';
    throw new WrongConfiguration(`${what} is wrong: ${(error as Error).message}.`);
  }
}
