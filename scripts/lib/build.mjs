import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
  'standalone',
  'services',
  'ui',
  'e2e/screenshots',
  'e2e/bench-ui',
  'e2e/support',
  'scripts/lib/build.mjs',
  'package-lock.json',
];

/** Each runnable program of the product: name of the bundle → its entry. */
const PROGRAMS = {
  standalone: 'standalone/main.ts',
  operate: 'standalone/operate/main.ts',
  audit: 'standalone/audit/main.ts',
  'migrate-events': 'standalone/migrate-events/main.ts',
  projections: 'standalone/operate/projections/main.ts',
  backup: 'standalone/backup/main.ts',
  restore: 'standalone/backup/restore/main.ts',
  chain: 'standalone/chain/main.ts',
  statement: 'standalone/statement/main.ts',
  'command-service': 'services/command-service/main.ts',
  'query-service': 'services/query-service/main.ts',
  projector: 'services/projector/main.ts',
  ui: 'services/ui/main.ts',
  services: 'services/all/main.ts',
  screenshots: 'e2e/screenshots/main.ts',
  'bench-ui': 'e2e/bench-ui/main.ts',
};

/**
 * Builds the screens and the programs, unless what is there was built from these very sources. A child process does it: the
 * bundler's 600 MB would stay with a server that goes on in this process.
 */
export async function ensureBuilt() {
  if (!isBuilt()) await runToEnd(process.execPath, [join(root, 'scripts/build.mjs')]);
}

/** The same in this process. */
export async function build() {
  if (isBuilt()) return;
  console.log('Building…');
  const wanted = fingerprint();
  const vite = await import('vite');
  for (const name of ['vite.config.ts', 'vite.public.config.ts', 'vite.worker.config.ts']) {
    await vite.build({ configFile: join(root, 'ui', name), logLevel: 'warn' });
  }
  await buildPrograms();
  compressFiles(join(root, 'ui/dist/assets'));
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, wanted);
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();

/** Bundles the programs alone. */
export async function buildPrograms() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: join(dist, 'server'),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      // A server's bundle is loaded from the disk, so its size is nothing to warn of.
      chunkSizeWarningLimit: 10_000,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, entry]) => [name, join(root, entry)])),
      },
    },
    // The product's own workspaces go into the bundle; installed packages are resolved when it runs.
    ssr: { noExternal: [/^@perktree\//] },
  });
}

/** Writes each text file that is worth it once more, compressed: the server sends what the browser takes. */
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

/** Names, sizes and times of all sources: cheap enough to look at on every start. */
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
