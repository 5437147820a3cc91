import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnContainers } from './engine-containers.mjs';
import { testEngines } from './engine-tests.mjs';
import { root } from './project.mjs';

/**
 * Runs the contract of the event store on every engine of this machine and prints a line for each: the server, or how to
 * provide one. The tests leave streams on a server of EVENT_STORE_URL.
 * @returns whether all tests passed
 */
export function runEngineTests() {
  // Tests get the same signals and end. This process continues, to stop the container and print the summary.
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isStopped = true));
  return testEngines({
    environment: process.env,
    onContainers: runOnContainers,
    isStopped: () => isStopped,
    print: (text) => console.log(text),
    runSpecs(specs, settings) {
      const { signal, ...result } = runSpecs(specs, settings);
      isStopped ||= signal !== null;
      return result;
    },
  });
}

function runSpecs(specs, settings) {
  const { DATABASE_URL, TEST_DATABASE_URL, EVENT_STORE_URL, ...others } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'perktree-engines-'));
  const skipped = join(folder, 'skipped');
  writeFileSync(skipped, '');
  const reporters = ['default', join(root, 'scripts/lib/skipped-tests-reporter.mjs')];
  const words = ['run', '--project', 'units', ...reporters.map((name) => `--reporter=${name}`), ...specs];
  try {
    const { status, signal, error } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), ...words],
      { cwd: root, stdio: 'inherit', env: { ...others, ...settings, SKIPPED_TESTS: skipped } },
    );
    if (error) throw error;
    return { signal, passed: status === 0, skipped: readFileSync(skipped, 'utf8').split('\n').filter(Boolean) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
