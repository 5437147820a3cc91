import { randomUUID } from 'node:crypto';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { siteOfInvitationToken } from '@perktree/command-service/staff/invitation-token';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { InjectOptions } from 'fastify';
import { checkLists, type Read } from './answers.ts';
import { sortByTenant } from './events-by-tenant.ts';
import { castOf, type Person } from './people.ts';
import { waitForReadModels } from './projected.ts';
import type { Time } from './reference.ts';
import type { System } from './system.ts';

/** The whole product, with accounts and reads, by one clock. */
export async function startComposedSystem(time: Time): Promise<System & { readonly read: Read }> {
  const composed = await startComposedApp({ clock: () => new Date(time.now), spendsBudgets: false });
  const { app, identity, pool, store } = composed;
  const byTenant = sortByTenant(store);
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

  function cookieOf(person: Person): Promise<string> {
    const known = cookies.get(person) ?? register(person.roles).then(({ cookie }) => cookie);
    cookies.set(person, known);
    return known;
  }

  async function tenantOf(userId: string): Promise<string | null> {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM identity.tenants WHERE owner_id = $1', [userId]);
    return rows[0]?.id ?? null;
  }

  /** An invitation is for the account of its address. The reference knows no addresses, so it becomes that of the caller. */
  async function readdress(by: Person, url: string): Promise<void> {
    const [, token] = /^\/api\/staff-invitations\/([^/]+)\/accept$/.exec(url) ?? [];
    if (token === undefined) return;
    await pool.query(
      `UPDATE identity.invitations SET email = (SELECT email FROM identity.users WHERE id = $1) WHERE site_id = $2`,
      [by.userId, siteOfInvitationToken(token)],
    );
  }

  async function send(by: Person | null, request: InjectOptions) {
    const response = await app.inject({
      ...request,
      headers: { ...request.headers, ...(by && { cookie: await cookieOf(by) }) },
    });
    return { status: response.statusCode, body: response.json() };
  }

  const read: Read = async (by, url) => {
    const { status, body } = await send(by, { method: 'GET', url });
    if (status !== 200) throw new Error(`GET ${url}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  return {
    ...{ store, pool, services: [], read },
    people: (runId) =>
      Promise.all(
        castOf(runId, randomUUID).map(async ({ name, roles }) => {
          const { userId, cookie } = await register(roles);
          const person = { name, userId, roles, tenantId: await tenantOf(userId) };
          cookies.set(person, Promise.resolve(cookie));
          return person;
        }),
      ),
    time: () => time,
    at: (_time, work) => work(),
    async call({ by, method, url, body, key }) {
      if (by) await readdress(by, url);
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      return send(by, { method, url, headers, ...(body && { payload: body }) });
    },
    eventsOf: byTenant.eventsOf,
    projected: waitForReadModels(store, pool),
    checkAnswers: (world) => checkLists(world, read),
    async stop() {
      await byTenant.stop();
      await composed.close();
    },
  };
}
