#!/usr/bin/env node
/**
 * `npm test`: installs what is missing and runs every test, the ones in a browser too. Words after `--` select files, as
 * with vitest. The output closes with `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
ensureInstalled();
await ensureBuilt();

const folder = mkdtempSync(join(tmpdir(), 'perktree-test-'));
const report = join(folder, 'report.json');
const selected = process.argv.slice(2);

/** One after the other: browser tests start whole servers and want the machine for themselves. */
const suites =
  selected.length > 0
    ? [['all', selected]]
    : [
        ['units', []],
        ['browser', []],
      ];
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [project, files] of suites) run(project, files);
rmSync(folder, { recursive: true, force: true });

printEngines();
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function run(project, files) {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files];
  if (project !== 'all') args.push('--project', project);
  rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let failed = 0;
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    counts.passed += result.numPassedTests;
    counts.skipped += result.numPendingTests + result.numTodoTests;
    // A file that does not load has no test of its own to fail.
    failed =
      result.numFailedTests +
      result.testResults.filter((f) => f.status === 'failed' && f.assertionResults.every((a) => a.status !== 'failed'))
        .length;
  } catch {
    console.error(`The ${project} tests did not run to their end.`);
  }
  // An error outside any test fails the run, too.
  counts.failed += status !== 0 && failed === 0 ? 1 : failed;
}

/** What needs a server that is not there is skipped; this says how to have it run. */
function printEngines() {
  const engines = [
    [
      'A Postgres server',
      'TEST_DATABASE_URL',
      'postgres://user:password@host/database, of a role that may create databases',
    ],
  ];
  for (const [name, variable, value] of engines) {
    if (process.env[variable]) console.log(`${name}: ran against ${variable}.`);
    else console.log(`${name}: not tried beside the embedded one; set ${variable} to ${value}.`);
  }
  if (process.env.TEST_EVENT_STORE_URL) console.log('EventStoreDB: ran against TEST_EVENT_STORE_URL.');
  else
    console.log('EventStoreDB: ran against a double of its protocol; `npm run test:engines` tries a real server, too.');
  const redis = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (redis.status === 0) console.log(`Redis: ran against redis-server ${/v=(\S+)/.exec(redis.stdout)?.[1]}.`);
  else console.log('Redis: not tried; have redis-server on the PATH (Debian: apt-get install redis-server).');
}
