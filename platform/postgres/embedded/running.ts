import path from 'node:path';
import { readOrMakePasswords } from './cluster.ts';
import { ensureDatabase } from './database.ts';
import { readPostmaster } from './stale-server.ts';

/**
 * The connection string of the embedded server that another process runs on this folder, for an operator's command beside
 * a running product. @throws if no server runs
 */
export async function connectToRunning(dataDir: string): Promise<string> {
  const postmaster = readPostmaster(path.join(dataDir, 'cluster'));
  if (!postmaster) throw new Error(`No database runs on ${dataDir}`);
  return ensureDatabase(postmaster, readOrMakePasswords(dataDir));
}
