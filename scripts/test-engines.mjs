#!/usr/bin/env node
/**
 * `npm run test:engines`: the promises of the event store on every engine that is there. Closes with a line for each: what it
 * ran against, or how to have it run. Its tests leave streams of their own on a server of EVENT_STORE_URL.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startEventStoreContainer } from './lib/event-store-container.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
ensureInstalled();

const { DATABASE_URL, TEST_DATABASE_URL = DATABASE_URL, EVENT_STORE_URL, ...environment } = process.env;
const lines = [];
let failed = false;

/** Names of specs by their paths; settings go to them in the environment. */
function run(engine, specs, settings = {}) {
  console.log(`— ${engine}`);
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'units', ...specs],
    { cwd: root, stdio: 'inherit', env: { ...environment, ...settings } },
  );
  failed ||= status !== 0;
  lines.push(`${engine}: ${status === 0 ? 'passed' : 'FAILED'}`);
}

run('Postgres, embedded', ['event-store/postgres']);
if (TEST_DATABASE_URL) run('Postgres server of DATABASE_URL', ['event-store/postgres'], { TEST_DATABASE_URL });
else {
  lines.push(
    'Postgres server: skipped; set DATABASE_URL to postgres://user:password@host/database, of a role that may create databases',
  );
}
run('EventStoreDB, a double of its protocol', ['event-store/eventstoredb', 'event-store/testing']);
const real = EVENT_STORE_URL ? { url: EVENT_STORE_URL } : await startEventStoreContainer();
if (real.url) {
  const name = real.image ? `in a container of ${real.image}` : 'at EVENT_STORE_URL';
  run(`EventStoreDB ${name}`, ['event-store/eventstoredb/real-server'], { TEST_EVENT_STORE_URL: real.url });
  real.stop?.();
} else {
  lines.push(
    `EventStoreDB, a real server: skipped, as ${real.why}; set EVENT_STORE_URL to esdb://user:password@host:2113?tls=true, ` +
      'start Docker, or take the file of `npm run build:engine-suite` to where there is one',
  );
}

console.log(`\n${lines.join('\n')}`);
process.exit(failed ? 1 : 0);
