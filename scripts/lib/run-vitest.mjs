import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './project.mjs';

const SLOWEST = 20;
const fileTimes = join(root, 'scripts/lib/file-times.mjs');

/**
 * Runs tests and counts them.
 * @param words options and files for vitest
 * @param environment variables in addition to those of this process
 * @param checkout the folder whose tests run
 * @param node the program that runs them
 * @returns `{passed, failed, skipped, failures, times}`; `failures` has a line for each failed test
 */
export function runVitest(words, environment = {}, checkout = root, node = process.execPath) {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-test-'));
  const report = join(folder, 'report.json');
  const times = join(folder, 'times.json');
  const args = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${fileTimes}`,
    ...words,
  ];
  try {
    const { status } = spawnSync(node, [join(checkout, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: checkout,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment, FILE_TIMES: times },
    });
    const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
    return { ...counted(read(report), { words, status }), times: read(times) };
  } catch {
    console.error('The tests did not run to their end.');
    return { passed: 0, skipped: 0, failed: 1, failures: [], times: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the slowest files, with the time of the whole run in seconds. */
export function printTimes(results, seconds) {
  const slowest = results.flatMap(({ times }) => times).toSorted((a, b) => b.seconds - a.seconds);
  console.log(`The ${SLOWEST} slowest files, in seconds:`);
  for (const { file, seconds } of slowest.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
  console.log(`The tests took ${Math.round(seconds)} s.`);
}

/**
 * Prints failed tests and, as the last line, the counts.
 * @param mayAllSkip a machine without the program that the tests need skips all of them
 * @returns the exit code: not 0 either where nothing was tried, since a name may be mistyped
 */
export function close(results, { mayAllSkip = false } = {}) {
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(['Failed:', ...failures].join('\n'));
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  const tried = sum('passed') + (mayAllSkip ? sum('skipped') : 0);
  return sum('failed') > 0 || tried === 0 ? 1 : 0;
}

function counted(result, { words, status }) {
  const failedFiles = result.testResults.filter((file) => file.status === 'failed');
  // A file that does not load has no failed test.
  const unloaded = failedFiles.filter((file) => file.assertionResults.every((test) => test.status !== 'failed'));
  const unmatched = selectedNames(words).filter((name) =>
    result.testResults.every((file) => !file.name.includes(name)),
  );
  const failed = result.numFailedTests + unloaded.length + unmatched.length;
  return {
    passed: result.numPassedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    // An error outside of tests also fails the run.
    failed: status !== 0 && failed === 0 ? 1 : failed,
    failures: [
      ...failedFiles.flatMap(describeFile),
      ...unmatched.map((name) => `  ${name}: no test file has this in its path`),
    ],
  };
}

/** The words of a command line that select test files: neither options, nor the value after one. */
function selectedNames(words) {
  const takesNext = (word = '') => word.startsWith('-') && !word.includes('=');
  return words
    .filter((word, n) => !word.startsWith('-') && !takesNext(words[n - 1]))
    .map((word) => word.replace(/^\.\//, ''));
}

function describeFile(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  const name = relative(root, file.name);
  if (failed.length === 0) return [`  ${name}: ${firstLines(file.message)}`];
  return failed.map((test) => `  ${name} > ${test.fullName}: ${firstLines(test.failureMessages[0])}`);
}

function firstLines(message = '') {
  return message.split('\n').slice(0, 4).join('\n      ');
}
