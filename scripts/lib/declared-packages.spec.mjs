import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { declarationFaults } from './declared-packages.mjs';

let root;
afterEach(() => rmSync(root, { recursive: true }));

const DECLARED = {
  dependencies: { pg: '1', '@perktree/platform': '1' },
  devDependencies: { vitest: '1', '@types/pg': '1' },
};
const FILES = {
  'index.ts':
    "import { Pool } from 'pg';\nexport * from '@perktree/platform/http/app';\nimport 'node:fs';\nimport './a.ts';\n",
  'index.spec.ts': "import { it } from 'vitest';\nconst pg = await import('pg');\n",
};

/** The faults of a workspace with these files and this package.json. */
function faultsOf(files, manifest = DECLARED) {
  root = mkdtempSync(join(tmpdir(), 'declared-'));
  for (const [path, content] of Object.entries({ ...FILES, ...files, 'package.json': JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(root, 'scans', path)), { recursive: true });
    writeFileSync(join(root, 'scans', path), content);
  }
  return declarationFaults(root, ['scans']);
}

describe('declared packages of a workspace', () => {
  it('pass if they equal the imports', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each([
    ['a package', "import { z } from 'zod';", 'zod is imported, and has to be in dependencies'],
    ['a type', "import type { Redis } from 'ioredis';", 'ioredis is imported, and has to be in dependencies'],
    [
      'a part of a package',
      "export { a } from '@scope/name/part';",
      '@scope/name is imported, and has to be in dependencies',
    ],
    [
      'another workspace',
      "const a = await import('@perktree/contracts/money');",
      '@perktree/contracts is imported, and has',
    ],
    ['what tests alone may', "import { it } from 'vitest';", 'vitest is imported, and has to be in dependencies'],
    [
      'a required package',
      "createRequire(import.meta.url)('jsqr');",
      'jsqr is imported, and has to be in dependencies',
    ],
  ])('lacks %s that a file imports', (_, code, fault) => {
    expect(faultsOf({ 'part/planted.ts': code })).toContainEqual(expect.stringContaining(fault));
  });

  it('is wrong where a package is installed below the workspace', () => {
    const [fault] = faultsOf({ 'node_modules/pg/index.js': '' });
    expect(fault).toContain('scans/package.json: pg is installed below the workspace');
  });

  it('fail if an import of a test is missing', () => {
    const fault = 'scans/package.json: pino is imported by tests alone, and has to be in devDependencies';
    expect(faultsOf({ 'testing/planted.ts': "import pino from 'pino';" })).toEqual([fault]);
  });

  it('has too much', () => {
    const dependencies = { ...DECLARED.dependencies, knex: '1' };
    const devDependencies = { ...DECLARED.devDependencies, vite: '1' };
    expect(faultsOf({}, { dependencies, devDependencies })).toEqual([
      'scans/package.json: knex is in dependencies, and nothing of the product imports it',
      'scans/package.json: vite is in devDependencies, and no test alone imports it',
    ]);
  });
});
