import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { callOutcomes } from '@perktree/contracts/catalogue/call-outcomes';
import { callRefusals } from '@perktree/contracts/catalogue/call-refusals';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { namedSchemas } from '@perktree/contracts/catalogue/named-schemas';
import { V1_PATH } from '@perktree/contracts/catalogue/v1';
import { openApiDocument } from '@perktree/platform/http/openapi';
import { beforeAll, describe, expect, it } from 'vitest';
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
async function generateClient(document) {
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
function filesOf(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

const GENERATED = join(root, 'sdk/generated');

/** Of programs. The other calls are the screens' own, and change with them. */
const calls = Object.fromEntries(Object.entries(allCalls).filter(([, { path }]) => path.startsWith(V1_PATH)));

/** The OpenAPI document of these calls. */
function documentOfCalls() {
  const catalogue = { calls, others: {}, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
  const document = openApiDocument(catalogue, { title: 'PerkTree', version: '1', sessionCookie: 'session' });
  // These calls answer problems. A type named Error would hide JavaScript's own.
  const { Error: _, ...schemas } = document.components.schemas;
  return { ...document, components: { ...document.components, schemas } };
}

let files;
beforeAll(async () => {
  files = await generateClient(documentOfCalls());
});

describe('the client in sdk/generated', () => {
  it('is what the OpenAPI document gives (if not: npm run docs)', async () => {
    for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(GENERATED, path));
  });

  it('has no other files (if it has: delete them)', () => {
    expect([...filesOf(GENERATED).keys()].filter((path) => !files.has(path))).toEqual([]);
  });

  it('has the calls of version 1, by their names, and no others', () => {
    const names = [...files.get('sdk.gen.js').matchAll(/^export const (\w+) = /gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('imports nothing but itself', () => {
    for (const [path, text] of files) expect(text, path).not.toMatch(/\b(from|import|require)\b *\(?['"][^.]/);
  });
});
