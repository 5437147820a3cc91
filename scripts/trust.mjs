#!/usr/bin/env node
/**
 * `npm run trust -- [PART…] [--hours N] [--seed N]`: faults and attacks against the product, with a drawn seed and more tries than
 * `npm test` makes; see docs/reference/trust.md. With `--hours`, rounds with other seeds until the time is over.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode } from './lib/project.mjs';
import { close, runVitest } from './lib/run-vitest.mjs';
import { drawSeed } from './lib/verify-parts.mjs';

/** The specs of each part, and how much they try. */
const PARTS = {
  // The planted bugs are for `npm test`.
  simulator: ['verification/simulator/', { SIMULATED_RUNS: '100' }, ['-t', 'finds no violation']],
  model: ['verification/model/', { MODEL_RUNS: '600', MONEY_RUNS: '6', LOSS_RUNS: '40' }],
  'kill-rig': ['verification/kill-rig/kill-rig', { KILLS: '60' }],
  fuzz: ['verification/attacks/fuzz', { FUZZ_REQUESTS: '40000' }],
  tokens: ['verification/attacks/tokens', { TOKENS: '500000' }],
  races: ['verification/attacks/races', { RACES: '300' }],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hours: { type: 'string' }, seed: { type: 'string' } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
const hours = Number(values.hours ?? 0);
if (unknown.length > 0 || Number.isNaN(hours)) {
  console.error(`npm run trust -- [PART…] [--hours N] [--seed N]. Parts: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

checkNode();
await ensureInstalled();
await ensureBuilt();

const parts = Object.entries(PARTS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const until = Date.now() + hours * 3_600_000;
const results = [];
// The simulator runs a hundred seeds from this one on.
for (let seed = Number(values.seed ?? drawSeed()); results.length === 0 || Date.now() < until; seed += 100) {
  for (const [name, [specs, tries, options = []]] of parts) {
    console.log(`— ${name}: npm run trust -- ${name} --seed ${seed}`);
    results.push(runVitest(['--project', 'units*', specs, ...options], { VERIFY: '1', SEED: String(seed), ...tries }));
  }
}
process.exit(close(results, { mayAllSkip: true }));
