import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './lib/project.mjs';

const IMPURE = {
  'the time': 'export const now = Date.now();',
  'the time of a new date': 'export const now = new Date();',
  'the time of a date without parentheses': 'export const now = new Date;',
  'the time as text': 'export const now = Date();',
  'the clock by another name': 'const { now } = Date; export const at = now();',
  randomness: 'export const random = Math.random();',
  'random bytes': 'export const id = crypto.randomUUID();',
  'the network': "export const answer = fetch('http://localhost');",
  'the environment': 'export const setting = process.env.SETTING;',
  'a timer': 'setTimeout(() => {}, 1);',
  'the clock of the process': 'export const now = performance.now();',
  'everything global': "export const id = globalThis['crypto'].randomUUID();",
};
const FORBIDDEN_IMPORTS = {
  'command-service/domain/scan/planted.ts': ["'node:fs'", 'deciders-are-pure'],
  'command-service/domain/scan/planted-too.ts': ["'../../../platform/clock.ts'", 'deciders-are-pure'],
  'command-service/domain/scan/planted-package.ts': ["'pg'", 'deciders-are-pure'],
  'command-service/scan/planted.ts': ["'../decider.ts'", 'deciders-are-in-the-domain'],
  'contracts/planted.ts': ["'node:crypto'", 'contracts-are-pure'],
};
const PURE = 'export const later = (now: string) => new Date(Date.parse(now) + 1).toISOString();\n';

/** A tree of the same folders and the same rules, with a file for each thing that they forbid. */
let tree;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'import-law-'));
  for (const path of ['.dependency-cruiser.cjs', 'biome.json', 'tsconfig.json', 'package.json', 'scripts/lint']) {
    cpSync(join(root, path), join(tree, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [n, code] of Object.values(IMPURE).entries()) write(`command-service/domain/impure/file-${n}.ts`, code);
  write('contracts/impure.ts', `${IMPURE.randomness}\n`);
  write('command-service/domain/pure.ts', PURE);
  write('command-service/routes/with-clock.ts', Object.values(IMPURE)[0]);
  write('command-service/decider.ts', 'export type Decider = object;\n');
  write('platform/clock.ts', 'export const clock = 1;\n');
  for (const [path, [imported]] of Object.entries(FORBIDDEN_IMPORTS)) write(path, `import ${imported};\n`);
});
afterAll(() => rmSync(tree, { recursive: true }));

function write(path, content) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), content);
}

/** What a check prints, whether it passes or fails. */
function check(program, ...args) {
  try {
    return execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: tree, stdio: 'pipe' });
  } catch (error) {
    return error.stdout;
  }
}

describe('the check of globals', () => {
  let impure;
  beforeAll(() => {
    const said = check('@biomejs/biome/bin/biome', 'lint', '--vcs-enabled=false', '--reporter=json', '.');
    const { diagnostics } = JSON.parse(said);
    impure = new Set(
      diagnostics
        .filter(
          ({ category, severity }) =>
            /^(plugin|lint\/style\/noRestrictedGlobals)$/.test(category) && severity === 'error',
        )
        .map(({ location }) => location.path.file ?? location.path),
    );
  });

  it.each(Object.keys(IMPURE).map((what, n) => [what, n]))('finds %s in a decider', (_, n) => {
    expect(impure).toContain(`command-service/domain/impure/file-${n}.ts`);
  });

  it('finds it in contracts, which deciders import', () => {
    expect(impure).toContain('contracts/impure.ts');
  });

  it('lets deciders compute with the time of a command, and others read the clock', () => {
    expect(impure).not.toContain('command-service/domain/pure.ts');
    expect(impure).not.toContain('command-service/routes/with-clock.ts');
  });
});

describe('the check of imports', () => {
  let violations;
  beforeAll(() => {
    const args = ['--output-type', 'json', 'contracts', 'command-service', 'platform'];
    violations = JSON.parse(check('dependency-cruiser/bin/dependency-cruise.mjs', ...args)).summary.violations;
  });

  it.each(Object.entries(FORBIDDEN_IMPORTS).map(([file, [imported, rule]]) => ({ file, imported, rule })))(
    'finds $imported in $file',
    ({ file, rule }) => {
      expect(violations).toContainEqual(
        expect.objectContaining({ from: file, rule: expect.objectContaining({ name: rule }) }),
      );
    },
  );
});
