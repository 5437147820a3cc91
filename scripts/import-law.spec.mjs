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
/** Clocks and timers, which only the port of time uses. */
const TIME = {
  'the time': IMPURE['the time'],
  'the time of a new date': IMPURE['the time of a new date'],
  'the clock as a value': 'export const clock = Date.now;',
  'the clock of the process': IMPURE['the clock of the process'],
  'a timer': IMPURE['a timer'],
  'a sleep': "import { setTimeout as sleep } from 'node:timers/promises';\nawait sleep(1);",
  'a signal with a timeout': 'export const signal = AbortSignal.timeout(1);',
};
/** What is given to tests. */
const GIVEN = {
  'a sleep': TIME['a sleep'],
  'a timer': TIME['a timer'],
  'the time': TIME['the time'],
  'a duration': TIME['the clock of the process'],
  randomness: IMPURE.randomness,
  'a replaced module': "import { vi } from 'vitest';\nvi.mock('./clock.ts');",
};
/** Each rule of the import law, broken once: file → what it imports, and the rule that fails. */
const FORBIDDEN_IMPORTS = {
  'command-service/scan/decisions/planted.ts': ["'node:fs'", 'decisions-are-pure'],
  'command-service/scan/decisions/planted-too.ts': ["'../../../platform/clock.ts'", 'decisions-are-pure'],
  'command-service/scan/decisions/planted-package.ts': ["'pg'", 'decisions-are-pure'],
  'command-service/scan/decisions/planted-engine.ts': ["'../../engine/handler.ts'", 'decisions-are-pure'],
  'command-service/scan/decisions/planted-stream.ts': ["'../../payout/decisions/state.ts'", 'decisions-stand-alone'],
  'command-service/engine/packed/planted.ts': ["'../handler.ts'", 'decisions-are-pure'],
  'command-service/engine/planted.ts': ["'../payout/decisions/state.ts'", 'command-engine-knows-no-concept'],
  'command-service/engine/planted-http.ts': ["'../http/routes.ts'", 'command-engine-knows-no-concept'],
  'command-service/scan/planted.ts': ["'../redemption/routes.ts'", 'command-concepts-in-order'],
  'command-service/http/planted.ts': ["'../../projector/engine/live.ts'", 'command-service-stands-alone'],
  'command-service/http/planted-app.ts': ["'../../apps/compose.ts'", 'composition-is-not-imported'],
  'command-service/http/planted-proof.ts': ["'../../verification/model.ts'", 'product-stands-without-its-verification'],
  'command-service/http/planted-entry.ts': ["'../../platform/main.ts'", 'entries-are-not-imported'],
  'command-service/http/planted-nowhere.ts': ["'./nowhere.ts'", 'no-unresolved-imports'],
  'command-service/http/planted-undeclared.ts': ["'pino'", 'packages-are-declared'],
  'command-service/http/planted-test.ts': ["'fast-check'", 'product-runs-without-development-packages'],
  'command-service/http/circle-a.ts': ["'./circle-b.ts'", 'no-cycles'],
  'projector/engine/planted.ts': ["'../catalogue.ts'", 'projection-engine-knows-no-concept'],
  'query-service/engine/planted.ts': ["'../scan/routes.ts'", 'query-engine-knows-no-concept'],
  'query-service/planted.ts': ["'../event-store/port.ts'", 'query-service-reads-read-models'],
  'webhook-service/planted.ts': ["'../event-store/port.ts'", 'webhook-service-reads-read-models'],
  'event-store/planted.ts': ["'../projector/engine/live.ts'", 'plumbing-knows-no-service'],
  'platform/planted.ts': ["'../contracts/scan/calls.ts'", 'plumbing-knows-no-concept'],
  'ui/planted.ts': ["'../platform/clock.ts'", 'ui-knows-contracts-alone'],
  'ui/payout/planted.ts': ["'../scan/page.ts'", 'screens-of-concepts-stand-alone'],
  'ui/payout/shared/planted.ts': ["'../../scan/page.ts'", 'shared-parts-know-no-screen'],
  'ui/kit/planted.ts': ["'../scan/page.ts'", 'kit-knows-no-screen'],
  'contracts/kernel/planted.ts': ["'../scan/calls.ts'", 'kernel-knows-no-concept'],
  'contracts/planted.ts': ["'node:crypto'", 'contracts-are-pure'],
  'sdk/planted.ts': ["'../platform/clock.ts'", 'sdk-stands-alone'],
  'command-service/http/planted-client.ts': ["'../../sdk/index.ts'", 'product-stands-without-its-client'],
};
/** Imported files, in the folders of the rules. */
const IMPORTED = [
  'platform/clock.ts',
  'platform/main.ts',
  'command-service/payout/decisions/state.ts',
  'command-service/engine/handler.ts',
  'command-service/http/routes.ts',
  'command-service/redemption/routes.ts',
  'projector/engine/live.ts',
  'query-service/scan/routes.ts',
  'contracts/scan/calls.ts',
  'projector/catalogue.ts',
  'event-store/port.ts',
  'apps/compose.ts',
  'sdk/index.ts',
  'verification/model.ts',
  'ui/scan/page.ts',
];
const FOLDERS = [...new Set([...IMPORTED, ...Object.keys(FORBIDDEN_IMPORTS)].map((path) => path.split('/')[0]))];
const PURE = 'export const later = (now: string) => new Date(Date.parse(now) + 1).toISOString();\n';

/** A tree of the same folders and the same rules, with a file for each thing that they forbid. */
let tree;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'import-law-'));
  for (const path of ['.dependency-cruiser.cjs', 'biome.json', 'tsconfig.json', 'package.json', 'scripts/lint']) {
    cpSync(join(root, path), join(tree, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [n, code] of Object.values(IMPURE).entries()) write(`command-service/impure/decisions/file-${n}.ts`, code);
  write('contracts/impure.ts', `${IMPURE.randomness}\n`);
  write('command-service/pure/decisions/pure.ts', PURE);
  for (const [n, code] of Object.values(TIME).entries()) write(`command-service/routes/time-${n}.ts`, code);
  for (const [n, code] of Object.values(GIVEN).entries()) write(`query-service/given-${n}.spec.ts`, code);
  write('verification/e2e/real-time.spec.ts', Object.values(GIVEN).join('\n'));
  write('platform/time/timers.ts', Object.values(TIME).join('\n'));
  write(
    'command-service/routes/turn.ts',
    "import { setImmediate } from 'node:timers/promises';\nawait setImmediate();\n",
  );
  for (const path of IMPORTED) write(path, 'export const nothing = 0;\n');
  write('command-service/http/circle-b.ts', "import './circle-a.ts';\n");
  for (const [path, [imported]] of Object.entries(FORBIDDEN_IMPORTS)) write(path, `import ${imported};\n`);
});
afterAll(() => rmSync(tree, { recursive: true }));

function write(path, content) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), content);
}

/** Output of a check, passed or failed. */
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
    const lintOutput = check('@biomejs/biome/bin/biome', 'lint', '--vcs-enabled=false', '--reporter=json', '.');
    const { diagnostics } = JSON.parse(lintOutput);
    impure = new Set(
      diagnostics
        .filter(
          ({ category, severity }) =>
            /^(plugin|lint\/style\/noRestricted(Globals|Imports))$/.test(category) && severity === 'error',
        )
        .map(({ location }) => location.path.file ?? location.path),
    );
  });

  it.each([
    ['decisions', IMPURE, (n) => `command-service/impure/decisions/file-${n}.ts`],
    ['contracts, which decisions import', { random: IMPURE.randomness }, () => 'contracts/impure.ts'],
    ['the product', TIME, (n) => `command-service/routes/time-${n}.ts`],
    ['specs of npm test', GIVEN, (n) => `query-service/given-${n}.spec.ts`],
  ])('finds what is forbidden in %s', (_, forbidden, fileOf) => {
    expect(Object.keys(forbidden).filter((_, n) => !impure.has(fileOf(n)))).toEqual([]);
  });

  it.each([
    ['decisions compute with the time of a command', 'command-service/pure/decisions/pure.ts'],
    ['specs of npm run verify wait', 'verification/e2e/real-time.spec.ts'],
    ['the port of time use clocks and timers', 'platform/time/timers.ts'],
    ['the product wait for a turn of the event loop', 'command-service/routes/turn.ts'],
  ])('lets %s', (_, file) => expect(impure).not.toContain(file));
});

describe('the check of imports', () => {
  let violations;
  beforeAll(() => {
    const args = ['--output-type', 'json', ...FOLDERS];
    violations = JSON.parse(check('dependency-cruiser/bin/dependency-cruise.mjs', ...args)).summary.violations;
  });

  it('finds each, by its rule', () => {
    const found = new Set(violations.map(({ from, rule }) => `${rule.name}: ${from}`));
    const planted = Object.entries(FORBIDDEN_IMPORTS).map(([file, [, rule]]) => `${rule}: ${file}`);
    expect(planted.filter((one) => !found.has(one))).toEqual([]);
  });
});
