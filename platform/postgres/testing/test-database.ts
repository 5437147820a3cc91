import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { dropDatabase } from './drop-database.ts';
import { emptyDatabase, type Fresh, readFresh } from './empty-database.ts';

export interface TestDatabase {
  readonly connectionString: string;
  /** Ends its sessions, too. The database may be emptied and used again. */
  drop(): Promise<void>;
}

/** A database that is made once a run and copied from then on. */
export interface Template {
  /** Lower-case letters, digits and underscores. */
  readonly name: string;
  /** Fills it; must have closed all its connections when it resolves. */
  readonly prepare: (connectionString: string) => Promise<void>;
}

export interface TestServer {
  /** A role that may create databases. */
  readonly adminUrl: string;
  /** Stands in the names of all databases of this run. */
  readonly runId: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket that gives the server. */
    postgresTestServer: string;
  }
}

const LOCK_SPACE = 0x74657374;

/** A database that is used again, with the session that empties it: a new one would take longer than emptying. */
interface Reused {
  readonly name: string;
  readonly session: pg.Client;
}

/** Emptied databases of this worker, by the name of their template. A new database takes about 0.1 s. */
const emptied = new Map<string, Reused[]>();
/** What each template made. */
const freshOf = new Map<string, Fresh>();

/**
 * A database of its own. In vitest the server is the run's (testing/vitest-global-setup.ts), and a database with a template may be
 * one that an earlier test has left, emptied; a plain script names its own server.
 */
export async function createTestDatabase(
  template?: Template,
  server: TestServer | undefined = undefined,
): Promise<TestDatabase> {
  const { adminUrl, runId } = server ?? (await serverOfThisRun());
  const isReused = template !== undefined && server === undefined;
  const known = isReused ? emptied.get(template.name)?.pop() : undefined;
  const name = known?.name ?? `perktree_test_${runId}_${randomUUID().slice(0, 8)}`;
  const connectionString = databaseUrl(adminUrl, name);
  if (known === undefined) {
    await withAdmin(adminUrl, async (admin) => {
      const source = template ? await ensureTemplate(admin, adminUrl, runId, template) : undefined;
      // By copied files: half the work of logged pages.
      await admin.query(`CREATE DATABASE ${name}${source ? ` TEMPLATE ${source} STRATEGY FILE_COPY` : ''}`);
    });
    if (isReused && !freshOf.has(template.name)) {
      freshOf.set(template.name, await withAdmin(connectionString, readFresh));
    }
  }
  const drop = () =>
    withAdmin(adminUrl, async (admin) => {
      await dropDatabase(admin, name);
      // Where the test had one (reader-login.ts). Roles belong to the server.
      await admin.query(`DROP ROLE IF EXISTS ${name}_queries`);
    });
  async function empty({ name: key }: Template): Promise<void> {
    const fresh = freshOf.get(key) as Fresh;
    // A test may have closed the database to all, or ended all its sessions.
    const session = known?.session ?? (await open(connectionString).catch(() => null));
    if (session && (await emptyDatabase(session, fresh).catch(() => false))) {
      emptied.set(key, [...(emptied.get(key) ?? []), { name, session }]);
      return;
    }
    await session?.end();
    await drop();
  }
  return { connectionString, drop: () => (isReused ? empty(template) : drop()) };
}

/** Drops every database of a run, templates too, and the roles of their readers. */
export async function dropTestDatabases({ adminUrl, runId }: TestServer): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`perktree_test_${runId}_`],
    );
    for (const { datname } of rows) {
      await dropDatabase(admin, datname);
      await admin.query(`DROP ROLE IF EXISTS ${datname}_queries`);
    }
  });
}

let ofThisRun: Promise<TestServer> | null = null;
function serverOfThisRun(): Promise<TestServer> {
  ofThisRun ??= askForServer();
  return ofThisRun;
}

async function askForServer(): Promise<TestServer> {
  // Imported here, because vitest's module throws outside of vitest.
  const { inject } = await import('vitest');
  const socketPath = inject('postgresTestServer');
  if (!socketPath)
    throw new Error('vitest.config.mjs lacks globalSetup: ./platform/postgres/testing/vitest-global-setup.ts');
  const answer: TestServer | { readonly error: string } = JSON.parse(await text(connect(socketPath)));
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

/** Under a lock, as several test files may want the same template at once. */
async function ensureTemplate(admin: pg.Client, adminUrl: string, runId: string, template: Template): Promise<string> {
  if (!/^[a-z0-9_]{1,20}$/.test(template.name)) throw new Error(`Not the name of a template: ${template.name}`);
  const name = `perktree_test_${runId}_t_${template.name}`;
  const lock = [LOCK_SPACE, name];
  await admin.query('SELECT pg_advisory_lock($1, hashtext($2))', lock);
  try {
    const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount) return name;
    // Under another name until it is complete: a preparation that failed leaves no template.
    const draft = `${name}_draft`;
    await dropDatabase(admin, draft);
    await admin.query(`CREATE DATABASE ${draft}`);
    await template.prepare(databaseUrl(adminUrl, draft));
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    return name;
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1, hashtext($2))', lock);
  }
}

function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'test-database' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function withAdmin<T>(adminUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await open(adminUrl);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
