#!/usr/bin/env node
/**
 * `npm test`: installs what is missing and runs all tests, browser tests included. Arguments after `--` select files, as
 * with vitest. The output closes with `N passed, N failed, N skipped`. `npm test -- --engines` tests the event store on
 * every engine of this machine instead.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { printServers } from './lib/print-servers.mjs';
import { checkNode, root } from './lib/project.mjs';
import { selectedNames } from './lib/selected-names.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();

if (process.argv[2] === '--engines') {
  const { runEngineTests } = await import('./lib/run-engine-tests.mjs');
  process.exit((await runEngineTests()) ? 0 : 1);
}

const folder = mkdtempSync(join(tmpdir(), 'perktree-test-'));
const report = join(folder, 'report.json');
const selected = process.argv.slice(2);

/** In sequence: browser tests start whole servers and need the machine. */
const suites =
  selected.length > 0
    ? [['all', selected]]
    : [
        ['units*', []],
        ['browser', []],
      ];
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Names and first lines of failed tests, repeated at the end. */
const failures = [];
for (const [project, files] of suites) {
  const result = run(project, files);
  for (const name of Object.keys(counts)) counts[name] += result[name];
  failures.push(...describe(result.files));
}
rmSync(folder, { recursive: true, force: true });

// A chosen file says itself what it skips.
if (selected.length === 0) printServers();
if (failures.length > 0) console.log('Failed:');
for (const line of failures) console.log(line);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function run(project, files) {
  const args = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  if (project !== 'all') args.push('--project', project);
  rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    const failedFiles = result.testResults.filter((file) => file.status === 'failed');
    // A file that does not load has no failed test.
    const unloaded = failedFiles.filter((file) => file.assertionResults.every((test) => test.status !== 'failed'));
    const unmatched = selectedNames(files).filter((name) =>
      result.testResults.every((file) => !file.name.includes(name)),
    );
    for (const name of unmatched) failures.push(`  ${name}: no test file has this in its path`);
    const failed = result.numFailedTests + unloaded.length + unmatched.length;
    return {
      passed: result.numPassedTests,
      skipped: result.numPendingTests + result.numTodoTests,
      // An error outside of tests also fails the run.
      failed: status !== 0 && failed === 0 ? 1 : failed,
      files: failedFiles,
    };
  } catch {
    console.error(`The ${project} tests did not run to their end.`);
    return { passed: 0, skipped: 0, failed: 1, files: [] };
  }
}

function describe(files) {
  return files.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    const name = relative(root, file.name);
    if (failed.length === 0) return [`  ${name}: ${firstLines(file.message)}`];
    return failed.map((test) => `  ${name} > ${test.fullName}: ${firstLines(test.failureMessages[0])}`);
  });
}

function firstLines(message = '') {
  return message.split('\n').slice(0, 4).join('\n      ');
}
