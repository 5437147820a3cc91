import { accessSync, constants, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './installed.mjs';
import { root } from './project.mjs';
import { runToEnd } from './run-to-end.mjs';

/** Installs the dependencies of the lock file, unless exactly those are installed already. */
export async function ensureInstalled() {
  const lock = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules/.package-lock.json'));
  if (installed && isInstalled(lock, installed)) return;
  console.log('Installing dependencies (once)…');
  const env = { ...process.env, ...npmCacheWithoutHome() };
  await runToEnd('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], env);
}

function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** npm keeps its cache in the home folder; a user that has none gets a temporary one. */
function npmCacheWithoutHome() {
  try {
    accessSync(process.env.HOME ?? '', constants.W_OK);
    return {};
  } catch {
    const home = mkdtempSync(join(tmpdir(), 'perktree-npm-'));
    return { HOME: home, npm_config_cache: join(home, 'cache') };
  }
}
