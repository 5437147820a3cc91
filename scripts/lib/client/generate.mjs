import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { root } from '../project.mjs';

/** For the oldest Node that the product supports. */
const COMPILER_OPTIONS = [
  '--target',
  'es2022',
  '--module',
  'es2022',
  '--moduleResolution',
  'bundler',
  '--lib',
  'es2022,dom,dom.iterable',
  '--strict',
  '--declaration',
  '--types',
  '',
  '--ignoreConfig',
];

/**
 * Generates a client and compiles it.
 * @param document OpenAPI
 * @returns the text of each file, by its path below sdk/generated
 */
export async function generateClient(document) {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-client-'));
  const [source, compiled] = [join(folder, 'source'), join(folder, 'compiled')];
  try {
    await createClient({
      input: document,
      // Node resolves imports with extensions only.
      output: { path: source, module: { extension: '.js' }, tsConfigPath: null },
      plugins: [
        '@hey-api/typescript',
        '@hey-api/sdk',
        // Each installation has its own address.
        { name: '@hey-api/client-fetch', includeInEntry: true, baseUrl: false },
      ],
      logs: { level: 'silent', file: false },
    });
    const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
    const args = ['--rootDir', source, '--outDir', compiled, ...COMPILER_OPTIONS, join(source, 'index.ts')];
    await promisify(execFile)(process.execPath, [compiler, ...args]);
    return filesOf(compiled);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files of a folder, by their path in it. */
export function filesOf(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}
