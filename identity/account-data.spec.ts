import { randomUUID } from 'node:crypto';
import { type OwnRecords, ownDataAnswer } from '@perktree/contracts/account/data-calls';
import { mountLongCalls } from '@perktree/platform/files/long-call';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt } from './testing/authenticator.ts';
import { createBrowser, createFixture, PASSWORD, signUp } from './testing/identity-fixture.ts';

const NO_RECORDS: OwnRecords = {
  scans: [],
  redemptions: [],
  ...{ disputes: [], flags: [], refusals: [], blocks: [], notifications: [] },
  ...{ createdQrs: [], claims: [], auditorOf: [], files: [] },
  confirmations: [],
  claimedQrs: [],
  ledgerEntries: [],
  payouts: [],
  staffOf: [],
  sitesOwned: [],
};
let now = new Date('2026-05-10T10:00:00.000Z');
let plan: 'free' | 'pro' = 'free';
const asked: string[] = [];
const stopped: string[] = [];
const forgotten: string[] = [];
let stopSites = async (tenantId: string) => void stopped.push(tenantId);

const fixture = await createFixture({ clock: () => now, planOf: async () => plan });
const { app, identity } = fixture;
const ownData = identity.ownDataExport({
  collectOwnRecords: async (userId) => {
    asked.push(userId);
    return NO_RECORDS;
  },
  hasFewRecords: async () => true,
});
mountLongCalls(app, { authenticate: identity.authenticate, clock: () => now }, [ownData]);
fixture.identity.mountErasure(fixture.app, {
  stopSites: ({ tenantId }) => stopSites(tenantId),
  forget: async ({ userId }) => void forgotten.push(userId),
});
beforeEach(() => {
  now = new Date('2026-05-10T10:00:00.000Z');
  plan = 'free';
  stopped.length = 0;
  stopSites = async (tenantId) => void stopped.push(tenantId);
});
afterAll(() => fixture.close());

const signedUp = (more?: object) => signUp(fixture.app, more);
const isGone = async (id: string) =>
  (await fixture.pool.query('SELECT 1 FROM identity.users WHERE id = $1', [id])).rowCount === 0;

describe('the export of the own data', () => {
  it('contains all data of the account store, and the records of the events about the id', async () => {
    const { browser, email, id } = await signedUp({ firstName: 'First', intent: 'business' });
    const siteId = randomUUID();
    await fixture.identity.accounts.rememberInvitation({
      invitationId: randomUUID(),
      siteId,
      email,
      expiresAt: '2100-01-01T00:00:00.000Z',
      mail: null,
    });
    // Anyone can register any address: the invitation may be another person's.
    expect((await browser.get('/api/me/export')).json().invitations).toEqual([]);
    await fixture.pool.query('UPDATE identity.users SET email_verified = true WHERE id = $1', [id]);
    const response = await browser.get('/api/me/export');
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''my-data_\d{4}-\d\d-\d\d\.json$/,
    );
    const data = ownDataAnswer.parse(response.json());
    expect(data).toMatchObject({
      account: { id, email, firstName: 'First', lastName: null },
      roles: [{ role: 'site_owner' }, { role: 'customer' }],
      signInMethods: [{ provider: 'credential' }],
      sessions: [{ isThisOne: true, ipAddress: '127.0.0.1' }],
      invitations: [{ siteId }],
      ...{ sentInvitations: [], weeklyDigestSince: null, notificationsReadUntil: null, newEmail: null },
      ...{ mails: [], views: [], looks: [], apiKeys: [], dataRequests: [] },
      records: NO_RECORDS,
    });
    expect(data.tenantId).toBe((await browser.roleInfo()).tenantId);
    expect(asked.at(-1)).toBe(id);
  });

  it('contains no secrets and no other people', async () => {
    const other = await signedUp();
    const { browser, email } = await signedUp();
    await browser.login(email);
    const text = (await browser.get('/api/me/export')).body;
    const secrets = await fixture.pool.query<{ secret: string }>(
      'SELECT token AS secret FROM identity.sessions UNION ALL SELECT password FROM identity.credentials',
    );
    for (const { secret } of secrets.rows) expect(text).not.toContain(secret);
    expect(text).not.toContain(other.email);
  });

  it('contains the date of the second factor, and no secret of it', async () => {
    const { browser } = await signedUp();
    const { secret } = (await browser.post('/api/auth/second-factor/begin', { currentPassword: PASSWORD })).json();
    expect((await browser.get('/api/me/export')).json().secondFactor).toBeNull();
    await browser.post('/api/auth/second-factor/confirm', { oneTimeCode: codeAt(secret, now) });
    const told = await browser.get('/api/me/export');
    expect(told.json().secondFactor).toEqual({ since: now.toISOString() });
    expect(told.body).not.toContain(secret);
  });
});

describe('the erasure of an account', () => {
  it('deletes all personal data, ends all sessions and leaves the name “Deleted user”', async () => {
    const { browser, email, id } = await signedUp({ firstName: 'First', lastName: 'Lastname', intent: 'distributor' });
    const elsewhere = createBrowser(fixture.app);
    await elsewhere.login(email);
    await elsewhere.get('/api/auth/user');
    const invitation = {
      invitationId: randomUUID(),
      siteId: randomUUID(),
      email,
      expiresAt: '2100-01-01T00:00:00.000Z',
      mail: null,
    };
    await fixture.identity.accounts.rememberInvitation(invitation);
    await browser.post('/api/auth/second-factor/begin', { currentPassword: PASSWORD });
    expect((await fixture.identity.accounts.displayNames([id])).get(id)).toBe('First Lastname');

    const answer = await browser.post('/api/me/erase', { password: PASSWORD });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, keptUntil: null }]);
    expect(forgotten).toContain(id);
    expect(browser.cookies.size).toBe(0);
    expect((await elsewhere.get('/api/auth/user')).statusCode).toBe(401);
    expect((await elsewhere.login(email)).json().code).toBe('WRONG_CREDENTIALS');
    expect((await fixture.identity.accounts.displayNames([id])).get(id)).toBe('Deleted user');
    expect((await fixture.identity.accounts.contacts([id])).size).toBe(0);
    expect(await tablesThatKnow([email, 'Lastname'])).toEqual([]);
    // A restore erases the account again by its id, which is not personal.
    expect(await tablesThatKnow([id])).toEqual(['erased_accounts']);
    expect((await createBrowser(fixture.app).register(email)).json().id).not.toBe(id);
  });

  it('needs the password, and counts wrong ones as a login does', async () => {
    const { browser, email, id } = await signedUp();
    for (const body of [{ password: 'not that' }, {}]) {
      expect((await browser.post('/api/me/erase', body)).json().code).toBe('WRONG_CREDENTIALS');
    }
    for (let i = 0; i < 8; i += 1) await browser.post('/api/me/erase', { password: 'not that' });
    expect((await browser.post('/api/me/erase', { password: PASSWORD })).statusCode).toBe(429);
    expect((await createBrowser(fixture.app).login(email)).statusCode).toBe(429);
    expect(await isGone(id)).toBe(false);
  });

  it('requires a session of the last ten minutes from users without a password', async () => {
    const { browser, id } = await signedUp();
    await fixture.pool.query(
      `UPDATE identity.credentials SET password = NULL, provider_id = 'oidc' WHERE user_id = $1`,
      [id],
    );
    now = new Date(now.getTime() + 10 * 60_000 + 1000);
    expect((await browser.post('/api/me/erase', {})).json().code).toBe('SIGN_IN_AGAIN');
    now = new Date(now.getTime() - 2000);
    expect((await browser.post('/api/me/erase', {})).statusCode).toBe(200);
    expect(await isGone(id)).toBe(true);
  });

  it('stops the account’s business after the owner has confirmed', async () => {
    const { browser, id } = await signedUp({ intent: 'business' });
    const { tenantId } = await browser.roleInfo();
    const refused = await browser.post('/api/me/erase', { password: PASSWORD });
    expect([refused.statusCode, refused.json().code, stopped]).toEqual([409, 'OWNS_BUSINESS', []]);
    expect((await browser.post('/api/me/erase', { password: PASSWORD, closeBusiness: true })).statusCode).toBe(200);
    expect(stopped).toEqual([tenantId]);
    expect(await isGone(id)).toBe(true);
  });

  it('stays away from a business whose paid plan is running', async () => {
    const { browser, id } = await signedUp({ intent: 'business' });
    plan = 'pro';
    const refused = await browser.post('/api/me/erase', { password: PASSWORD, closeBusiness: true });
    expect([refused.statusCode, refused.json().code, stopped]).toEqual([409, 'PAID_PLAN_RUNNING', []]);
    expect(await isGone(id)).toBe(false);
  });

  it('leaves the account where the sites did not stop, so that its owner can try again', async () => {
    const { browser, id } = await signedUp({ intent: 'business' });
    stopSites = async () => {
      throw Object.assign(new Error('down'), { name: 'StoreUnavailable' });
    };
    const body = { password: PASSWORD, closeBusiness: true };
    expect((await browser.post('/api/me/erase', body)).statusCode).toBe(503);
    expect(await isGone(id)).toBe(false);
    stopSites = async (tenantId) => void stopped.push(tenantId);
    expect((await browser.post('/api/me/erase', body)).statusCode).toBe(200);
    expect(stopped).toHaveLength(1);
  });

  it('lets no login through that begins meanwhile', async () => {
    const { browser, email, id } = await signedUp();
    const logins = Array.from({ length: 6 }, () => createBrowser(fixture.app));
    const answers = await Promise.all([
      browser.post('/api/me/erase', { password: PASSWORD }),
      ...logins.map((login) => login.login(email)),
    ]);
    for (const { statusCode } of answers) expect([200, 401]).toContain(statusCode);
    expect(await isGone(id)).toBe(true);
    for (const login of logins) expect((await login.get('/api/auth/user')).statusCode).toBe(401);
  });
});

/** Tables of identity in which a row mentions one of these. */
async function tablesThatKnow(words: readonly string[]): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'identity' AND table_type = 'BASE TABLE'`,
  );
  const knowing: string[] = [];
  for (const { table_name } of rows) {
    const { rowCount } = await fixture.pool.query(
      `SELECT 1 FROM identity."${table_name}" t WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) w WHERE t::text LIKE '%' || w || '%')`,
      [words],
    );
    if (rowCount !== 0) knowing.push(table_name);
  }
  return knowing;
}
