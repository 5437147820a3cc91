#!/usr/bin/env node
/**
 * `npm run campaign [hours]`: the long runs whose figures stand in the documents, one after another: random runs, kills and attacks for
 * so many hours (default: 8), mutants, planted faults, the long bench and every page. It closes with the result of each.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from './lib/project.mjs';

const DEFAULT_HOURS = 8;
/** Lines of a run's output that the summary repeats. */
const LAST_LINES = 3;

const { positionals } = parseArgs({ allowPositionals: true });
const hours = Number(positionals[0] ?? DEFAULT_HOURS);
if (positionals.length > 1 || !(hours > 0)) {
  console.error('npm run campaign takes a number of hours.');
  process.exit(2);
}

const RUNS = [
  ['trust', '--hours', String(hours)],
  ['verify', 'chance', 'kills', 'faults'],
  ['mutate'],
  ['bench', '--long'],
  ['bench', 'ui'],
];

/** Runs a script of the package with its output on this terminal. */
async function run([script, ...words]) {
  const started = performance.now();
  const args = ['run', '--silent', script, '--', ...words];
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output = (output + chunk).slice(-10_000);
  });
  const code = await new Promise((done) => child.once('close', done));
  const minutes = Math.round((performance.now() - started) / 60_000);
  return { name: [script, ...words].join(' '), code, minutes, said: output.trimEnd().split('\n').slice(-LAST_LINES) };
}

const results = [];
for (const words of RUNS) results.push(await run(words));
for (const { name, code, minutes, said } of results) {
  console.log([`— ${name}: exit code ${code}, ${minutes} min`, ...said.map((line) => `  ${line}`)].join('\n'));
}
process.exit(results.every(({ code }) => code === 0) ? 0 : 1);
