#!/usr/bin/env node
/**
 * `npm run test:engines`: the promises of the event store on every engine that is there. Closes with a line for each: what it
 * ran against, or how to have it run. Its tests leave streams of their own on a server of EVENT_STORE_URL.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEngines } from './lib/engine-tests.mjs';
import { startEventStoreContainer } from './lib/event-store-container.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();

const { DATABASE_URL, TEST_DATABASE_URL, EVENT_STORE_URL, ...others } = process.env;
// The tests get such a signal too, and end. This process goes on, to stop the container and to print the summary.
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isStopped = true));

function runSpecs(specs, settings) {
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
    isStopped ||= signal !== null;
    return { passed: status === 0, skipped: readFileSync(skipped, 'utf8').split('\n').filter(Boolean) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const passed = await testEngines({
  ...{ environment: process.env, runSpecs, startContainer: startEventStoreContainer },
  isStopped: () => isStopped,
  print: (text) => console.log(text),
});
process.exit(passed ? 0 : 1);
