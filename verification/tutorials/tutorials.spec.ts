import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyDiff, type Step, stepsOf } from './steps.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const MAX_PRODUCT_FILES = 12;

async function applyStep(folder: string, { path, isDiff, text }: Step): Promise<void> {
  const file = join(folder, path);
  const next = isDiff ? applyDiff(await readFile(file, 'utf8'), text, path) : text;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, next);
}

let copy: string;
const applied: Step[] = [];
const run = (file: string, args: readonly string[], cwd = copy) =>
  promisify(execFile)(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 }).catch((error) => {
    throw new Error(`${file} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
  });

/** The tracked files, with the installed packages linked; the product's own packages are those of the copy. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'perktree-tutorial-'));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], ROOT);
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(ROOT, file), join(copy, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === '@perktree' || name.startsWith('.vite')) continue;
    await symlink(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  await cp(join(ROOT, 'node_modules/@perktree'), join(copy, 'node_modules/@perktree'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // npm keeps the packages of an inner workspace in the outer one.
  const inner = 'verification/node_modules';
  await symlink(join(ROOT, inner), join(copy, inner));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Applies a page, then runs the commands that the page ends with. */
async function follow(page: string, specs: readonly string[]): Promise<void> {
  const steps = stepsOf(await readFile(join(ROOT, 'docs', page), 'utf8'));
  expect(steps.length).toBeGreaterThan(5);
  for (const step of steps) await applyStep(copy, step);
  applied.push(...steps);
  const vitest = (...args: string[]) =>
    run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'units', ...args]);
  await vitest('projector/published-rows', 'contracts/catalogue/authorization-table', '--update');
  const once = ['--incremental', '--tsBuildInfoFile', 'types.tsbuildinfo'];
  await run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', '.', ...once]);
  await vitest(...specs);
}

it('a command is added as docs/how-to/add-a-command.md says', () =>
  follow('how-to/add-a-command.md', [
    'contracts/catalogue/events-fixtures.spec.ts',
    'apps/standalone/set-monthly-goal.spec.ts',
  ]));

it('its data is on a new screen as docs/tutorial/your-first-read-model.md says', () =>
  follow('tutorial/your-first-read-model.md', [
    ...['projector/site/monthly-goals', 'ui/locales/catalogues.spec.ts'],
    ...['apps/standalone/monthly-goals.spec.ts', 'verification/query-budget'],
  ]));

it(`both together touch at most ${MAX_PRODUCT_FILES} product files`, () => {
  const isTest = (path: string) => /\.spec\.tsx?$|\/testing\/|\/fixtures\/|^verification\//.test(path);
  const product = new Set(applied.map(({ path }) => path).filter((path) => !isTest(path)));
  expect(product.size).toBeLessThanOrEqual(MAX_PRODUCT_FILES);
});
