import { randomUUID } from 'node:crypto';
import { createApp } from '@perktree/platform/http/app';
import { assertAllDeclared, watchRefusals } from '@perktree/platform/http/testing/declared-refusals';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type Template } from '@perktree/platform/postgres/testing/test-database';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { DEFAULT_NETWORK_LIMITS } from '../budgets.ts';
import { migrateIdentity } from '../migrations.ts';
import type { Passwords } from '../passwords.ts';
import { createIdentity, type Identity, type IdentityOptions } from '../service.ts';
import { quickPasswords } from './quick-passwords.ts';

const template: Template = {
  name: 'identity',
  prepare: async (connectionString) => {
    await migrateIdentity(connectionString);
  },
};

export const PASSWORD = 'correct horse battery';
export const SECRET = 'a secret for specs, of more than 32 characters';

/** A cheap password hasher that counts its calls. */
export function countedPasswords(): Passwords & { readonly counted: { hash: number; verify: number } } {
  const counted = { hash: 0, verify: 0 };
  return {
    counted,
    async hash(password) {
      counted.hash += 1;
      return quickPasswords.hash(password);
    },
    async verify(guess) {
      counted.verify += 1;
      return quickPasswords.verify(guess);
    },
  };
}

export interface Fixture {
  readonly app: FastifyInstance;
  readonly identity: Identity;
  readonly pool: Pool;
  readonly connectionString: string;
  readonly log: readonly string[];
  /** Businesses whose keys, pairings and webhooks were revoked. */
  readonly revoked: readonly string[];
  /** Another process on the same database. */
  sibling(options?: Partial<IdentityOptions>): Promise<Pick<Fixture, 'app' | 'identity'>>;
  close(): Promise<void>;
}

export async function createFixture(options: Partial<IdentityOptions> = {}): Promise<Fixture> {
  const database = await createTestDatabase(template);
  const { connectionString } = database;
  const pool = createPool({ connectionString, applicationName: 'identity-spec', max: 12 });
  const log: string[] = [];
  const revoked: string[] = [];
  const apps: FastifyInstance[] = [];
  const watched: ReadonlySet<string>[] = [];

  async function start(overrides: Partial<IdentityOptions>) {
    const publicUrl = overrides.publicUrl ?? null;
    const app = createApp({ logger: false, publicOrigin: publicUrl });
    watched.push(watchRefusals(app));
    const note = (...line: unknown[]) => void log.push(JSON.stringify(line));
    const logger = { info: note, warn: note };
    const identity = createIdentity({
      pool,
      publicUrl,
      sessionSecret: SECRET,
      logger,
      passwords: countedPasswords(),
      // Specs register many people from one address.
      networkLimits: { ...DEFAULT_NETWORK_LIMITS, register: 100_000 },
      ...overrides,
    });
    identity.guardSensitiveCalls(app);
    identity.mount(app, { revokeAccess: async ({ tenantId }) => void revoked.push(tenantId) });
    apps.push(app);
    return { app, identity };
  }

  const first = await start(options);
  return {
    ...first,
    pool,
    connectionString,
    log,
    revoked,
    sibling: (overrides = {}) => start({ ...options, ...overrides }),
    async close() {
      for (const app of apps) await app.close();
      await pool.end();
      await database.drop();
      watched.forEach(assertAllDeclared);
    },
  };
}

/** A browser's memory: keeps the cookies of answers and sends them along. */
export function createBrowser(app: FastifyInstance, remoteAddress = '127.0.0.1') {
  const cookies = new Map<string, string>();
  const headers: Record<string, string> = {};
  async function send(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<LightMyRequestResponse> {
    const response = await app.inject({
      method,
      url,
      remoteAddress,
      headers,
      cookies: Object.fromEntries(cookies),
      ...(body ? { payload: body } : {}),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || value === '' || (expires && expires.getTime() <= 1)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    cookies,
    /** Sent with every request. */
    headers,
    get: (url: string) => send('GET', url),
    post: (url: string, body?: object) => send('POST', url, body),
    put: (url: string, body: object) => send('PUT', url, body),
    register: (email: string, more: object = {}) =>
      send('POST', '/api/auth/register', { email, password: PASSWORD, ...more }),
    login: (email: string, more: object = {}) =>
      send('POST', '/api/auth/login', { email, password: PASSWORD, ...more }),
    roleInfo: async () => (await send('GET', '/api/auth/user-role')).json(),
  };
}

/** A new account in a new browser. @param more fields of the registration */
export async function signUp(app: FastifyInstance, more: object = {}) {
  const browser = createBrowser(app);
  const email = `p-${randomUUID()}@example.test`;
  const { id } = (await browser.register(email, more)).json();
  return { browser, email, id: id as string };
}
