import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, root } from './project.mjs';

const stamp = join(root, 'node_modules', '.perktree-installed');

/** Installs the dependencies of the lock file, unless exactly those are installed already. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies (once)…');
  const run = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...npmCacheWithoutHome() },
  });
  if (run.status !== 0) fail('Installing the dependencies failed; npm says why above.');
  writeFileSync(stamp, wanted);
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
