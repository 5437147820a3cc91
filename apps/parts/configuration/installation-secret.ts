import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@perktree/platform/process/make-folder';
import { WrongConfiguration } from './configuration.ts';
import { MIN_SECRET_LENGTH } from './environment.ts';

/**
 * The secret that signs session cookies. Created once in the data folder, readable only by its owner. Several machines must
 * share a secret, so they need SESSION_SECRET instead.
 * @throws WrongConfiguration for a file that is empty or cut off, as a full disk or a power cut at the first start leaves it
 */
export function installationSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    makeFolder(dataDir);
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new WrongConfiguration(
    `${file} is wrong: it takes ${MIN_SECRET_LENGTH} random characters or more. Restore the file. Without a copy, delete it: all accounts then sign in again, and second factors and webhook secrets cannot be read.`,
  );
}
