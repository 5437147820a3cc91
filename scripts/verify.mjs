#!/usr/bin/env node
/**
 * `npm run verify [part…]`: what `npm test` leaves out, because its verdict depends on the machine or on chance. Each part runs
 * alone and prints its seed; `SEED=N npm run verify chance` repeats it. The output closes with `N passed, N failed, N skipped`.
 */
import { ensureBuilt } from './lib/build.mjs';
import { runOnContainers } from './lib/engine-containers.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { bringNode, ON_OTHER_NODE, otherVersion } from './lib/other-node.mjs';
import { plantFaults } from './lib/plant-faults.mjs';
import { printServers } from './lib/print-servers.mjs';
import { checkNode } from './lib/project.mjs';
import { close, runVitest } from './lib/run-vitest.mjs';
import { DATED, DATES, drawSeed, VERIFY_FILES } from './lib/verify-parts.mjs';

const WITHOUT_BROWSER = ['--project', 'units', '--project', 'units-alone'];
const PARTS = {
  ...VERIFY_FILES,
  /** All tests without a browser, with random seeds. */
  chance: WITHOUT_BROWSER,
  /** What computes with dates, at each of DATES. */
  dates: DATED,
  /** The other supported version of Node. */
  versions: ON_OTHER_NODE,
  /** Small faults in the product, each of which a test has to find. */
  faults: null,
};

/** More runs of the model and of properties over a database than `npm test` has. */
const LONGER = { VERIFY: '', MODEL_RUNS: '1000', MONEY_RUNS: '9', CONDITION_RUNS: '1000', RUNS_FACTOR: '3' };

const words = process.argv.slice(2);
const unknown = words.filter((word) => !Object.hasOwn(PARTS, word));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}. Without a name, all of them run.`,
  );
  process.exit(2);
}

checkNode();
await ensureInstalled();
await ensureBuilt();

const SEED = process.env.SEED ?? String(drawSeed());
const settings = (part) => {
  if (part === 'dates') return DATES.map((date) => ({ SEED, VERIFY: '', ...date }));
  return [part === 'chance' ? { SEED, ...LONGER } : { SEED, VERIFY: '1' }];
};
/** What could not be tried on this machine, and why. */
const skipped = [];
const results = [];
for (const part of words.length > 0 ? words : Object.keys(PARTS)) {
  for (const environment of settings(part)) {
    const { AT, TZ } = environment;
    console.log(`— ${part} (${[`SEED=${SEED}`, ...(AT ? [`AT=${AT}`, `TZ=${TZ}`] : [])].join(' ')})`);
    if (part === 'versions') runOnOtherNode(environment);
    else results.push(PARTS[part] === null ? plantFaults() : runVitest(PARTS[part], environment));
    if (part === 'engines') await runEngines(environment);
  }
}
printServers();
for (const line of skipped) console.log(line);
process.exit(close(results, { mayAllSkip: true }));

async function runEngines(environment) {
  const run = async (name, specs, server) => {
    console.log(`— ${name}`);
    results.push(runVitest([...WITHOUT_BROWSER, ...specs], { ...environment, ...server }));
  };
  const outcome = await runOnContainers(run);
  skipped.push(...outcome.skipped);
  const failures = outcome.failures.map((line) => `  ${line}`);
  results.push({ passed: 0, failed: failures.length, skipped: 0, failures, times: [] });
}

function runOnOtherNode(environment) {
  const version = otherVersion();
  const { node, why } = bringNode(version);
  if (why) return void skipped.push(`Node ${version}: not tried, as npm does not bring it: ${why}`);
  results.push(runVitest(PARTS.versions, environment, undefined, node));
}
