import { randomUUID } from 'node:crypto';
import { ROLES } from '@perktree/contracts/kernel/envelope';
import { afterAll, describe, expect, it } from 'vitest';
import { createBrowser, createFixture } from './testing/identity-fixture.ts';
import { quickPasswords } from './testing/quick-passwords.ts';

const fixture = await createFixture({ planOf: async () => 'pro' });
afterAll(() => fixture.close());

const address = () => `p-${randomUUID()}@example.test`;
const browser = () => createBrowser(fixture.app);
const countOf = async (table: string, column: string, value: string) =>
  (await fixture.pool.query(`SELECT 1 FROM identity.${table} WHERE ${column} = $1`, [value])).rowCount;

describe('registering', () => {
  it('answers 201 with the user, signed in', async () => {
    const visitor = browser();
    const email = address();
    const response = await visitor.register(email, { firstName: ' First ', lastName: 'Lastname' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      firstName: 'First',
      lastName: 'Lastname',
      role: 'customer',
      subscriptionPlan: 'free',
      emailVerified: false,
    });
    expect((await visitor.get('/api/auth/user')).json()).toEqual(response.json());
    expect(await visitor.roleInfo()).toEqual({ role: 'customer', tenantId: null, allRoles: ['customer'] });
  });

  it.each([
    [undefined, 'customer', ['customer']],
    ['customer', 'customer', ['customer']],
    ['distributor', 'distributor', ['distributor', 'customer']],
    ['business', 'site_owner', ['site_owner', 'customer']],
  ])('with the intent %s makes a %s', async (intent, role, allRoles) => {
    const visitor = browser();
    const { id, subscriptionPlan } = (await visitor.register(address(), { intent })).json();
    const tenantId = intent === 'business' ? expect.stringMatching(/^[0-9a-f-]{36}$/) : null;
    expect(await visitor.roleInfo()).toEqual({ role, tenantId, allRoles });
    expect(await countOf('tenants', 'owner_id', id)).toBe(intent === 'business' ? 1 : 0);
    expect(subscriptionPlan).toBe(intent === 'business' ? 'pro' : 'free');
  });

  it('treats an empty name as absent', async () => {
    const { firstName, lastName } = (await browser().register(address(), { firstName: '  ', lastName: '' })).json();
    expect([firstName, lastName]).toEqual([null, null]);
  });

  it('knows an address again in any case and with spaces around it', async () => {
    const email = address();
    await browser().register(email);
    const again = await browser().register(`  ${email.toUpperCase()} `);
    expect([again.statusCode, again.json().code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(again.cookies).toEqual([]);
    expect((await browser().login(` ${email.toUpperCase()}`)).statusCode).toBe(200);
  });

  it('lets only one of many concurrent registrations have the address', async () => {
    const email = address();
    const responses = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        browser().register(i % 2 ? email : email.toUpperCase(), { intent: 'business' }),
      ),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409, 409]);
    expect(responses.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
    expect(await countOf('users', 'email', email)).toBe(1);
  });

  it.each([
    ['a short password', { password: 'x'.repeat(9) }],
    ['a password without end', { password: 'x'.repeat(201) }],
    ['a malformed address', { email: 'nobody' }],
    ['a name with control characters', { firstName: 'First\u0007' }],
    ['a name that is too long', { lastName: 'x'.repeat(81) }],
  ])('refuses %s', async (_, field) => {
    const response = await browser().register(address(), field);
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each([
    ['a common password', 'PASSWORD_TOO_COMMON', { password: 'Basketball99' }],
    [
      'one of the names',
      'PASSWORD_TOO_PERSONAL',
      { password: 'firstname-lastname', firstName: 'Firstname', lastName: 'Lastname' },
    ],
    ['one of the product’s name', 'PASSWORD_TOO_PERSONAL', { password: 'perktree-demo' }],
  ])('refuses %s at its field, whether the address is taken or not', async (_, code, field) => {
    const email = address();
    const refused = await browser().register(email, field);
    expect([refused.statusCode, refused.json().code, refused.cookies]).toEqual([400, code, []]);
    expect(refused.json().issues).toMatchObject([{ path: 'password' }]);
    expect(await countOf('users', 'email', email)).toBe(0);
    await browser().register(email);
    expect((await browser().register(email, field)).json().code).toBe(code);
  });
});

describe('logging in', () => {
  it('takes a password that would be refused today', async () => {
    const email = address();
    await browser().register(email);
    const common = await quickPasswords.hash('qwertyuiop');
    await fixture.pool.query(
      'UPDATE identity.credentials c SET password = $2 FROM identity.users u WHERE u.id = c.user_id AND u.email = $1',
      [email, common],
    );
    expect((await browser().login(email, { password: 'qwertyuiop' })).statusCode).toBe(200);
  });

  it('ends the session that the browser came with, and only that', async () => {
    const email = address();
    const [phone, desktop] = [browser(), browser()];
    await phone.register(email);
    await desktop.login(email);
    const before = new Map(phone.cookies);
    await phone.login(email);
    expect(phone.cookies).not.toEqual(before);
    const thief = browser();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect((await thief.get('/api/auth/user')).statusCode).toBe(401);
    expect((await phone.get('/api/auth/user')).statusCode).toBe(200);
    expect((await desktop.get('/api/auth/user')).statusCode).toBe(200);
  });

  it('does not take a session from the browser that fails to log in', async () => {
    const visitor = browser();
    const email = address();
    await visitor.register(email);
    expect((await visitor.login(email, { password: 'wrong' })).statusCode).toBe(401);
    expect((await visitor.get('/api/auth/user')).statusCode).toBe(200);
  });

  it('begins in the requested role, else in the strongest one', async () => {
    const email = address();
    await browser().register(email, { intent: 'business' });
    expect((await browser().login(email, { intent: 'customer' })).json().role).toBe('customer');
    expect((await browser().login(email)).json().role).toBe('site_owner');
    expect((await browser().login(email, { intent: 'business' })).json().role).toBe('site_owner');
  });

  it('grants the distributor role by intent, in all sessions at once', async () => {
    const email = address();
    const first = browser();
    await first.register(email);
    expect((await first.roleInfo()).allRoles).toEqual(['customer']);
    expect((await browser().login(email, { intent: 'distributor' })).json().role).toBe('distributor');
    expect(await first.roleInfo()).toMatchObject({ role: 'customer', allRoles: ['distributor', 'customer'] });
  });

  it('asks for confirmation before it opens a business account, and changes nothing until then', async () => {
    const email = address();
    const visitor = browser();
    const { id } = (await visitor.register(email)).json();
    const stranger = browser();
    const asked = await stranger.login(email, { intent: 'business' });
    expect([asked.statusCode, asked.json().code]).toEqual([409, 'BUSINESS_CONFIRMATION_REQUIRED']);
    expect(asked.cookies).toEqual([]);
    expect(await visitor.roleInfo()).toEqual({ role: 'customer', tenantId: null, allRoles: ['customer'] });
    expect(await countOf('sessions', 'user_id', id)).toBe(1);
    expect((await stranger.login(email, { intent: 'business', confirmBusiness: false })).statusCode).toBe(409);
    const confirmed = await stranger.login(email, { intent: 'business', confirmBusiness: true });
    expect([confirmed.statusCode, confirmed.json().role]).toEqual([200, 'site_owner']);
    expect((await stranger.roleInfo()).tenantId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('makes one tenant in ten concurrent business logins', async () => {
    const email = address();
    const { id } = (await browser().register(email)).json();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => browser().login(email, { intent: 'business', confirmBusiness: true })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(new Array(10).fill(200));
    expect(await countOf('tenants', 'owner_id', id)).toBe(1);
  });

  it('gives a site owner without a tenant one', async () => {
    const email = address();
    const { id } = (await browser().register(email)).json();
    await fixture.pool.query(`INSERT INTO identity.account_roles (user_id, role) VALUES ($1, 'site_owner')`, [id]);
    const visitor = browser();
    expect((await visitor.login(email, { intent: 'business' })).statusCode).toBe(200);
    expect((await visitor.roleInfo()).tenantId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('switching the active role', () => {
  it('is for this session, among the roles held', async () => {
    const email = address();
    const [phone, desktop] = [browser(), browser()];
    await phone.register(email, { intent: 'business' });
    await desktop.login(email);
    const switched = await phone.post('/api/auth/active-role', { role: 'customer' });
    expect(switched.statusCode).toBe(200);
    expect(switched.json()).toEqual(await phone.roleInfo());
    expect((await phone.roleInfo()).role).toBe('customer');
    expect((await desktop.roleInfo()).role).toBe('site_owner');
    expect((await phone.get('/api/auth/user')).json().role).toBe('customer');
  });

  it('grants distributor to a customer, as a login with that intent does', async () => {
    const visitor = browser();
    await visitor.register(address());
    const switched = await visitor.post('/api/auth/active-role', { role: 'distributor' });
    expect([switched.statusCode, switched.json()]).toEqual([200, await visitor.roleInfo()]);
    expect(await visitor.roleInfo()).toMatchObject({ role: 'distributor', allRoles: ['distributor', 'customer'] });
  });

  it.each(ROLES.filter((role) => role !== 'customer' && role !== 'distributor'))(
    'refuses %s to a customer',
    async (role) => {
      const visitor = browser();
      await visitor.register(address());
      const response = await visitor.post('/api/auth/active-role', { role });
      expect([response.statusCode, response.json().code]).toEqual([403, 'ROLE_NOT_HELD']);
      expect((await visitor.roleInfo()).role).toBe('customer');
    },
  );
});
