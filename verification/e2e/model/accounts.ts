import { randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { createIdentity } from '@perktree/identity/service';
import { createApp } from '@perktree/platform/http/app';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { castOf, type Person } from '../../model/people.ts';

/** Not hashed: hashing takes a tenth of a second, and passwords are not tested here. */
const passwords = { hash: async () => 'none', verify: async () => false };
/** All accounts are opened from one address. */
const networkLimits = { register: 1_000_000, visit: 1_000_000, providerSignIn: 1_000_000 };

/** Accounts, and the cookies of their sessions. */
export interface Accounts {
  /** The people of a run, with the ids of their accounts. */
  cast(runId: string): Promise<readonly Person[]>;
  /** The session cookie of a person. A new person gets an account. */
  cookieOf(person: Person): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens accounts directly in the database of a running product, with its own code and secret. All its processes accept the
 * sessions.
 */
export function openAccounts(pool: Pool, sessionSecret: string): Accounts {
  const logger = pino({ level: 'silent' });
  const app = createApp({ logger, publicOrigin: null });
  const identity = createIdentity({
    pool,
    publicUrl: null,
    sessionSecret,
    logger,
    shared: true,
    passwords,
    networkLimits,
  });
  identity.mount(app);
  const cookies = new Map<Person, Promise<string>>();

  async function register(roles: ReadonlySet<Role>): Promise<{ userId: string; cookie: string }> {
    const intent = roles.has('site_owner') ? 'business' : roles.has('distributor') ? 'distributor' : 'customer';
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/auth/register' },
      payload: { email: `${randomUUID()}@example.test`, password: 'correct horse battery', intent },
    });
    const cookie = answer.cookies[0];
    if (answer.statusCode !== 201 || !cookie) throw new Error(`${answer.statusCode} ${answer.body}`);
    const userId: string = answer.json().id;
    if (intent === 'business' && roles.has('distributor')) await identity.accounts.grantRole(userId, 'distributor');
    // Encoded, as a browser sends it.
    return { userId, cookie: `${cookie.name}=${encodeURIComponent(cookie.value)}` };
  }

  async function tenantOf(userId: string): Promise<string | null> {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM identity.tenants WHERE owner_id = $1', [userId]);
    return rows[0]?.id ?? null;
  }

  return {
    cast: (runId) =>
      Promise.all(
        castOf(runId, randomUUID).map(async ({ name, roles }) => {
          const { userId, cookie } = await register(roles);
          const person = { name, userId, roles, tenantId: await tenantOf(userId) };
          cookies.set(person, Promise.resolve(cookie));
          return person;
        }),
      ),
    cookieOf(person) {
      const known = cookies.get(person) ?? register(person.roles).then(({ cookie }) => cookie);
      cookies.set(person, known);
      return known;
    },
    close: () => app.close(),
  };
}
