import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
export function printServers() {
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
