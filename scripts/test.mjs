#!/usr/bin/env node
/**
 * `npm test`: installs what is missing and runs all tests of the gate, journeys in a browser included. Arguments after `--`
 * select files, as with vitest, those of `npm run verify` too. The output closes with `N passed, N failed, N skipped`.
 */
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode } from './lib/project.mjs';
import { close, printTimes, runVitest } from './lib/run-vitest.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();

const selected = process.argv.slice(2);
if (selected.length > 0) process.exit(close([runVitest(selected, { VERIFY: '1' })]));

const start = performance.now();
const results = [runVitest(['--project', '!browser'])];
printTimes(results, (performance.now() - start) / 1000);
process.exit(close(results));
