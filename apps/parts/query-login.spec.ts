import { allCalls } from '@perktree/contracts/catalogue/calls';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createIdentity, type Identity } from '@perktree/identity/service';
import { quickPasswords } from '@perktree/identity/testing/quick-passwords';
import { createApp } from '@perktree/platform/http/app';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { systemTimers } from '@perktree/platform/time/timers';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { productTemplate } from '../standalone/testing/product-template.ts';
import { mountQueries } from './mount-queries.ts';
import { ensureQueryLogin, hasQueryReads, queryLoginOf, refuseMoreThanQueries } from './query-login.ts';

const publicUrl = 'http://localhost:3000';
const sessionSecret = 'for specs, and of 32 characters';
const clock = () => new Date(systemTimers.now());
const logger = pino({ level: 'silent' });
const stops: (() => Promise<unknown>)[] = [];

const database = await createTestDatabase(productTemplate);
const { connectionString } = database;
const owner = createPool({ connectionString, applicationName: 'spec' });
const accounts = createApp({ logger: false, publicOrigin: publicUrl });
identityOn(owner).mount(accounts);
const login = queryLoginOf({ databaseReadUrl: null }, { connectionString, secret: sessionSecret });
await ensureQueryLogin(connectionString, login);
expect(await hasQueryReads(login)).toBe(true);
await refuseMoreThanQueries(login);
const readOnly = login.url;
const pool = createPool({ connectionString: readOnly, applicationName: 'reading' });
const queries = pool;
const store = createPostgresEventStore({ connectionString: readOnly, logger });
const reading = createApp({ logger: false, publicOrigin: publicUrl });
mountQueries(reading, { identity: identityOn(pool), store, pool, publicUrl, clock, logger });
await reading.ready();
stops.push(
  () => reading.close(),
  () => store.close(),
  () => pool.end(),
  () => accounts.close(),
  () => owner.end(),
);
const payload = { email: 'owner@example.test', password: 'a till that opens itself', intent: 'business' };
const registered = await accounts.inject({ method: 'POST', url: '/api/auth/register', payload });
/** Stands for every id of a path. */
const tenantId = (await owner.query('SELECT id FROM identity.tenants')).rows[0].id;
await identityOn(owner).grantSuperadmin(payload.email);
const cookie = `${registered.cookies[0]?.name}=${registered.cookies[0]?.value}`;
afterAll(async () => {
  for (const stop of stops) await stop();
  await database?.drop();
});

function identityOn(pool: ReturnType<typeof createPool>): Identity {
  return createIdentity({ pool, publicUrl, sessionSecret, logger, clock, passwords: quickPasswords, shared: true });
}

const served = Object.values(allCalls).filter(({ method }) => method === 'GET');

it.each(served.map(({ path }) => path))('is enough for GET %s', async (path) => {
  if (!reading.hasRoute({ method: 'GET', url: path })) return;
  const url = path.replace(/:\w+/g, tenantId);
  const { statusCode, body } = await reading.inject({ url, headers: { cookie } });
  expect([statusCode < 500, statusCode !== 401, body]).toEqual([true, true, body]);
  if (path === allCalls.tenant.path) expect(statusCode).toBe(200);
});

it.each([
  'SELECT password FROM identity.credentials',
  'SELECT token FROM identity.sessions',
  'SELECT * FROM identity.sessions',
  'SELECT token_hash FROM identity.password_resets',
  'SELECT sealed_secret FROM identity.second_factors',
  'SELECT body FROM identity.idempotency_keys',
  'SELECT body FROM command_service.snapshots',
  'SELECT account FROM command_service.payout_accounts',
  'SELECT account FROM command_service.billing_customers',
  "UPDATE identity.users SET email = 'x'",
  'DELETE FROM event_store.events',
  'CREATE TABLE identity.more (id int)',
])('refuses %s, whatever the session sets before', async (statement) => {
  const client = await queries.connect();
  try {
    await client.query(
      'RESET ROLE; SET ROLE NONE; RESET SESSION AUTHORIZATION; SET default_transaction_read_only = off',
    );
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  } finally {
    client.release(true);
  }
});
