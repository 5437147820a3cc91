#!/usr/bin/env node
/**
 * `npm test`: installs what is missing and runs all tests of the gate, browser tests included. Arguments after `--` select
 * files, as with vitest, those of `npm run verify` too. The output closes with `N passed, N failed, N skipped`.
 * `npm test -- --engines` tests the event store on every engine of this machine instead.
 */
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { printServers } from './lib/print-servers.mjs';
import { checkNode } from './lib/project.mjs';
import { close, runVitest } from './lib/run-vitest.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();

if (process.argv[2] === '--engines') {
  const { runEngineTests } = await import('./lib/run-engine-tests.mjs');
  process.exit((await runEngineTests()) ? 0 : 1);
}

const selected = process.argv.slice(2);
if (selected.length > 0) process.exit(close([runVitest(selected, { VERIFY: '1' })]));

// In sequence: browser tests start whole servers and need the machine.
const results = ['units*', 'browser'].map((project) => runVitest(['--project', project]));
printServers();
process.exit(close(results));
