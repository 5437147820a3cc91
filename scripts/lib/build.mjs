import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';
import { root } from './project.mjs';
import { runToEnd } from './run-to-end.mjs';

const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');

/** Folders and files that the build reads. */
const SOURCES = [
  'contracts',
  'platform',
  'event-store',
  'identity',
  'command-service',
  'projector',
  'query-service',
  'audit-service',
  'mail-service',
  'webhook-service',
  'apps',
  'ui',
  'docs/images',
  'verification/e2e/screenshots',
  'verification/e2e/bench-ui',
  'verification/e2e/support',
  'scripts/lib/build.mjs',
  'scripts/lib/bundle.mjs',
  'package-lock.json',
];

/** Each runnable program of the product: name of the bundle → its entry. */
const PROGRAMS = {
  standalone: 'apps/standalone/main.ts',
  perktree: 'apps/cli/main.ts',
  'command-service': 'apps/services/command-service/main.ts',
  'query-service': 'apps/services/query-service/main.ts',
  projector: 'apps/services/projector/main.ts',
  ui: 'apps/services/ui/main.ts',
  services: 'apps/services/all/main.ts',
  'file-process': 'apps/file-process/main.ts',
  'picture-process': 'apps/picture-process/main.ts',
  'design-check': 'apps/design-check/main.ts',
  'sheet-process': 'apps/sheet-process/main.ts',
  'document-pictures': 'verification/e2e/screenshots/document-pictures.ts',
  'bench-ui': 'verification/e2e/bench-ui/main.ts',
};

/**
 * Builds the screens and the programs if sources have changed. A child process does it: the bundler's 600 MB would stay in
 * a server that runs in this process.
 */
export async function ensureBuilt() {
  if (!isBuilt()) await runToEnd(process.execPath, [join(root, 'scripts/build.mjs')]);
}

/** The same in this process. */
export async function build() {
  if (isBuilt()) return;
  console.log('Building…');
  const wanted = fingerprint();
  // Another value from the shell would bundle React for development, 80 KB larger.
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  for (const name of ['vite.config.ts', 'vite.public.config.ts', 'vite.worker.config.ts']) {
    await vite.build({ configFile: join(root, 'ui', name), logLevel: 'warn' });
  }
  cpSync(join(root, 'docs/images'), join(root, 'ui/dist/product-pictures'), { recursive: true });
  await bundle(join(dist, 'server'), PROGRAMS);
  compressFiles(join(root, 'ui/dist/assets'));
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, wanted);
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();

/** Adds compressed copies of text files of 1 KB or more; the server sends the encoding that the browser accepts. */
function compressFiles(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|json|wasm)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    if (content.length < 1024) continue;
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: quality }));
  }
}

/** Names, sizes and times of all sources: cheap enough for every start. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest('hex');
}

function addTo(hash, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  const stats = statSync(absolute);
  if (!stats.isDirectory()) {
    hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(absolute).sort()) {
    if (name === 'node_modules' || name === 'dist' || /\.spec\.tsx?$/.test(name)) continue;
    addTo(hash, `${path}/${name}`);
  }
}
