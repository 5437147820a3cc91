import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateKey, readSigningKey, type SigningKey } from '@perktree/audit-service/chain/signing-key';
import { KeyNotInUse, refuseEnded } from '@perktree/audit-service/chain/signing-keys';
import { makeFolder } from '@perktree/platform/process/make-folder';
import type { Pool } from 'pg';
import { type Configuration, WrongConfiguration } from './configuration.ts';

type KeyConfiguration = Pick<Configuration, 'auditSigningKey' | 'dataDir'>;

/** The private key of this installation: created once in the data folder, readable only by its owner. */
export function installationSigningKey(dataDir: string): string {
  makeFolder(dataDir);
  return keyInFile(fileIn(dataDir));
}

/** The private key of a file, which is created with a new one if it does not exist. */
function keyInFile(file: string): string {
  if (!existsSync(file)) writeFileSync(file, newPrivateKey(), { mode: 0o600, flag: 'wx', flush: true });
  return readFileSync(file, 'utf8');
}

/**
 * Replaces the key of this installation. The old file is kept beside the new one, under the id of its key. Run again after a kill, it
 * continues with the same new key.
 * @param handOver lets the old key sign for the new one
 */
export async function rotateInstallationKey<Result>(
  dataDir: string,
  handOver: (from: SigningKey, to: SigningKey) => Promise<Result>,
): Promise<Result> {
  const from = readSigningKey(installationSigningKey(dataDir));
  const [file, next] = [fileIn(dataDir), `${fileIn(dataDir)}.next`];
  const result = await handOver(from, readSigningKey(keyInFile(next)));
  // A kill in between leaves the old key in use: without its file, the next start would make a key that no earlier one signs for.
  copyFileSync(file, `${file}.${from.keyId}`);
  renameSync(next, file);
  return result;
}

/**
 * The key that signs heads of the chain: AUDIT_SIGNING_KEY, else the key of this installation. All machines need the same key.
 * @throws WrongConfiguration
 */
export function auditSigningKey({ auditSigningKey: given, dataDir }: KeyConfiguration): SigningKey {
  try {
    return readSigningKey(given ?? installationSigningKey(dataDir));
  } catch (error) {
    throw new WrongConfiguration(
      `${placeOf({ auditSigningKey: given, dataDir })} is wrong: ${(error as Error).message}.`,
    );
  }
}

/** @throws WrongConfiguration where the key was replaced or revoked */
export async function refuseEndedKey(pool: Pool, configuration: KeyConfiguration, now: Date): Promise<void> {
  try {
    await refuseEnded(pool, auditSigningKey(configuration).keyId, now);
  } catch (error) {
    if (!(error instanceof KeyNotInUse)) throw error;
    throw new WrongConfiguration(`${placeOf(configuration)} is wrong. ${error.message} Use the newest key.`);
  }
}

const placeOf = ({ auditSigningKey: given, dataDir }: KeyConfiguration) =>
  given === null ? fileIn(dataDir) : 'AUDIT_SIGNING_KEY';

const fileIn = (dataDir: string) => join(dataDir, 'audit-signing-key');
