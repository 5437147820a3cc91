#!/usr/bin/env node
/**
 * `npm run verify [part…]`: what `npm test` leaves out, because its verdict depends on the machine or on chance. Each part runs
 * alone and prints its seed; `SEED=N npm run verify chance` repeats it. The output closes with `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { runOnContainers } from './lib/engine-containers.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { plantFaults } from './lib/plant-faults.mjs';
import { checkNode, root } from './lib/project.mjs';
import { close, runVitest } from './lib/run-vitest.mjs';
import { DATED, DATES, drawSeed, VERIFY_FILES } from './lib/verify-parts.mjs';

/** Programs that some tests need: name, places, the argument that prints the version, what is skipped without it, its Debian package. */
const PROGRAMS = [
  ['Redis', ['redis-server'], '--version', 'the tests on Redis', 'redis-server'],
  ['HAProxy', ['haproxy', '/usr/sbin/haproxy'], '-v', 'what needs the services apart', 'haproxy'],
  ['nginx', ['nginx', '/usr/sbin/nginx'], '-v', 'its example in deploy/proxies', 'nginx'],
  ['Apache', ['apache2', '/usr/sbin/apache2'], '-v', 'its example in deploy/proxies', 'apache2'],
  ['Caddy', ['caddy', '/usr/sbin/caddy'], 'version', 'its example in deploy/proxies', 'caddy'],
  ['PgBouncer', ['/usr/sbin/pgbouncer'], '--version', 'the tests behind it', 'pgbouncer'],
  ['Firefox', [process.env.FIREFOX_PATH ?? 'firefox-esr'], '--version', 'the tests in it', 'firefox-esr'],
  ['WebKit', ['WebKitWebDriver'], '--help', 'the tests in it', 'webkit2gtk-driver xvfb'],
];

/** Prints which servers and programs of this machine the tests used, and how to run those that were skipped. */
function printServers() {
  const { TEST_DATABASE_URL: database, TEST_EVENT_STORE_URL: eventStore } = process.env;
  const role = 'postgres://user:password@host/database, of a role that may create databases';
  if (database) console.log('A Postgres server: ran against TEST_DATABASE_URL.');
  else console.log(`A Postgres server: not tried beside the embedded one; set TEST_DATABASE_URL to ${role}.`);
  if (eventStore) console.log('EventStoreDB: ran against TEST_EVENT_STORE_URL.');
  else
    console.log(
      'EventStoreDB: ran against a double of its protocol; `npm run verify -- engines` tries real servers in containers.',
    );
  if (existsSync('/usr/lib/postgresql')) console.log('Debian’s Postgres: ran.');
  else
    console.log(
      'Debian’s Postgres: missing, which skips tests on two servers; install it (apt-get install postgresql).',
    );
  for (const [name, places, argument, skipped, debian] of PROGRAMS) {
    const version = places
      .map((place) => spawnSync(place, [argument], { encoding: 'utf8' }))
      .find((run) => run.status === 0);
    if (version) console.log(`${name}: ran (${firstLine(version)}).`);
    else console.log(`${name}: missing, which skips ${skipped}; install it (Debian: apt-get install ${debian}).`);
  }
}

const firstLine = ({ stdout, stderr }) => (stdout || stderr).trim().split('\n', 1)[0];

/** The oldest version that the product supports, and the long-term one of the image and the documents. */
const SUPPORTED = ['20.19', '24'];

/** What depends on the version: the built product from its start to its stop, the image's files, native packages, time and text. */
const ON_OTHER_NODE = [
  'verification/e2e/start',
  'verification/e2e/image',
  'verification/e2e/readme',
  'apps/standalone',
  'apps/cli',
  'contracts/',
  'identity/',
  'platform/',
  'event-store/',
];

/** The supported version of Node that does not run this process. */
const otherVersion = () => SUPPORTED.find((version) => version.split('.')[0] !== process.versions.node.split('.')[0]);

/**
 * Brings a version of Node by npm, which has its binaries as packages.
 * @returns `{node}`, its path, or `{why}` it cannot be had
 */
function bringNode(version) {
  const folder = join(root, '.cache', `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', [...args, `${name}@${version}`], { cwd: root, encoding: 'utf8' });
  if (status !== 0) return { why: stderr.trim().split('\n', 1)[0] };
  return { node: join(folder, 'node_modules', name, 'bin/node') };
}

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
const LONGER = {
  ...{ VERIFY: '', MODEL_RUNS: '1000', MONEY_RUNS: '9', LOSS_RUNS: '40', CONDITION_RUNS: '1000', RUNS_FACTOR: '3' },
};

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
