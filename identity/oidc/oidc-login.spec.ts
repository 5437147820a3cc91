import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createBrowser, createFixture, type Fixture } from '../testing/identity-fixture.ts';
import { CLIENT, startProvider } from '../testing/oidc-provider-double.ts';

const PUBLIC_URL = 'http://127.0.0.1:3000';
const provider = await startProvider();
const fixture = await createFixture({ publicUrl: PUBLIC_URL, oidc: { issuer: provider.issuer, ...CLIENT } });
afterAll(async () => {
  await fixture.close();
  await provider.stop();
});

type Browser = ReturnType<typeof createBrowser>;
const person = () => ({ sub: randomUUID(), email: `p-${randomUUID()}@example.test`, email_verified: true });
const pathOf = (href: string) => href.slice(PUBLIC_URL.length);

/** Follows a login through the provider and returns where the browser ends up. */
async function comeBy(
  browser: Browser,
  claims: object,
  query = '',
  options: Parameters<typeof provider.approve>[2] = {},
) {
  const start = await browser.get(`/api/login/oidc${query}`);
  expect(start.statusCode).toBe(302);
  const back = provider.approve(String(start.headers.location), { ...claims }, options);
  const response = await browser.get(pathOf(back));
  expect(response.statusCode).toBe(302);
  return { location: String(response.headers.location), response, back };
}

describe('signing in at a provider', () => {
  it('opens an account with the provider’s claims, and stores no token', async () => {
    const browser = createBrowser(fixture.app);
    const claims = { ...person(), given_name: 'First', family_name: 'Lastname' };
    const { location, response } = await comeBy(browser, claims, '?returnTo=/scan/customer/abc');
    expect(location).toBe('/scan/customer/abc');
    expect(String(response.headers['set-cookie'])).toMatch(/session=[^;]+;[^,]*HttpOnly/);
    const user = (await browser.get('/api/auth/user')).json();
    expect(user).toMatchObject({ email: claims.email, firstName: 'First', lastName: 'Lastname', role: 'customer' });
    expect(await fixture.identity.describeAccount(claims.email)).toMatchObject({
      userId: user.id,
      emailVerified: true,
    });
    const { rows } = await fixture.pool.query(
      'SELECT provider_id, access_token, refresh_token, id_token FROM identity.credentials WHERE user_id = $1',
      [user.id],
    );
    const { rows: sessions } = await fixture.pool.query('SELECT ip_address FROM identity.sessions WHERE user_id = $1', [
      user.id,
    ]);
    expect(sessions).toEqual([{ ip_address: '127.0.0.1' }]);
    expect(rows).toEqual([{ provider_id: provider.issuer, access_token: null, refresh_token: null, id_token: null }]);
  });

  it('brings the same person back to the same account, with a new session', async () => {
    const browser = createBrowser(fixture.app);
    const claims = person();
    await comeBy(browser, claims);
    const { id } = (await browser.get('/api/auth/user')).json();
    const before = new Map(browser.cookies);
    await comeBy(browser, claims, '?intent=distributor');
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ id, role: 'distributor' });
    const old = createBrowser(fixture.app);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect((await old.get('/api/auth/user')).statusCode).toBe(401);
  });

  it.each([
    ['with one address', (claims: ReturnType<typeof person>) => claims],
    ['with an address each', (claims: ReturnType<typeof person>) => ({ ...claims, email: person().email })],
  ])('opens one account where a person comes several times in the same instant, %s', async (_, next) => {
    const claims = person();
    const browsers = Array.from({ length: 6 }, () => createBrowser(fixture.app));
    const came = await Promise.all(browsers.map((browser) => comeBy(browser, next(claims))));
    expect(new Set(came.map(({ location }) => location))).toEqual(new Set(['/']));
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.get('/api/auth/user')).json().id));
    expect(new Set(ids).size).toBe(1);
  });

  it('registers with the intent, but confirms before an account becomes a business', async () => {
    const owner = createBrowser(fixture.app);
    await comeBy(owner, person(), '?intent=business');
    expect(await owner.roleInfo()).toMatchObject({ role: 'site_owner', tenantId: expect.any(String) });

    const customer = createBrowser(fixture.app);
    const claims = person();
    await comeBy(customer, claims);
    for (const query of ['?intent=business', '?intent=business&confirmBusiness=true']) {
      const { location } = await comeBy(createBrowser(fixture.app), claims, query);
      expect(location).toBe('/login?error=BUSINESS_CONFIRMATION_REQUIRED&intent=business');
    }
    expect(await customer.roleInfo()).toMatchObject({ allRoles: ['customer'], tenantId: null });

    // A confirmation on our own page counts.
    const confirming = createBrowser(fixture.app);
    confirming.headers['sec-fetch-site'] = 'same-origin';
    await comeBy(confirming, claims, '?intent=business&confirmBusiness=true');
    expect(await confirming.roleInfo()).toMatchObject({ role: 'site_owner', tenantId: expect.any(String) });
  });

  it('does not take over an account with a password', async () => {
    const claims = person();
    await createBrowser(fixture.app).register(claims.email);
    const browser = createBrowser(fixture.app);
    const { location } = await comeBy(browser, claims, '?intent=distributor&returnTo=/scan/distributor/abc');
    // The login by password leads to the same place.
    expect(location).toBe('/login?error=account_not_linked&intent=distributor&returnTo=%2Fscan%2Fdistributor%2Fabc');
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
  });

  it('refuses another subject with the e-mail address of an account that came from the provider', async () => {
    const claims = person();
    const first = createBrowser(fixture.app);
    await comeBy(first, claims);
    const { id } = (await first.get('/api/auth/user')).json();
    const second = createBrowser(fixture.app);
    const { location } = await comeBy(second, { ...person(), email: claims.email });
    expect(location).toBe('/login?error=account_not_linked');
    expect((await second.get('/api/auth/user')).statusCode).toBe(401);
    expect((await first.get('/api/auth/user')).json()).toMatchObject({ id });
  });

  it('knows the same subject at another issuer as another person', async () => {
    const claims = person();
    const first = createBrowser(fixture.app);
    await comeBy(first, claims);
    const { id } = (await first.get('/api/auth/user')).json();
    const elsewhere = await startProvider();
    const { app } = await fixture.sibling({ oidc: { issuer: elsewhere.issuer, ...CLIENT } });
    const second = createBrowser(app);
    const start = await second.get('/api/login/oidc');
    await second.get(pathOf(elsewhere.approve(String(start.headers.location), { ...person(), sub: claims.sub })));
    const other = (await second.get('/api/auth/user')).json();
    expect(other.id).toEqual(expect.any(String));
    expect(other.id).not.toBe(id);
    await elsewhere.stop();
  });

  it('gives the configured issuer to accounts that were stored without one', async () => {
    const claims = person();
    const first = createBrowser(fixture.app);
    await comeBy(first, claims);
    const { id } = (await first.get('/api/auth/user')).json();
    await fixture.pool.query(`UPDATE identity.credentials SET provider_id = 'oidc' WHERE user_id = $1`, [id]);
    const again = createBrowser((await fixture.sibling()).app);
    await comeBy(again, claims);
    expect((await again.get('/api/auth/user')).json()).toMatchObject({ id });
    const { rows } = await fixture.pool.query('SELECT provider_id FROM identity.credentials WHERE user_id = $1', [id]);
    expect(rows).toEqual([{ provider_id: provider.issuer }]);
  });

  it('refuses an ID token that the provider has not signed', async () => {
    const browser = createBrowser(fixture.app);
    const { location } = await comeBy(browser, person(), '', { forged: true });
    expect(location).toMatch(/^\/login\?error=/);
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
  });

  it('refuses an answer in another browser, and a repeated one', async () => {
    const browser = createBrowser(fixture.app);
    const start = await browser.get('/api/login/oidc');
    const back = pathOf(provider.approve(String(start.headers.location), person()));
    const stranger = createBrowser(fixture.app);
    expect((await stranger.get(back)).headers.location).toMatch(/\/login\?error=/);
    expect((await stranger.get('/api/auth/user')).statusCode).toBe(401);
    const { back: used } = await comeBy(browser, person());
    expect((await createBrowser(fixture.app).get(pathOf(used))).headers.location).toMatch(/\/login\?error=/);
  });

  it('keeps all its cookies to the host where the product is served over https', async () => {
    const publicUrl = 'https://perktree.example';
    const { app } = await fixture.sibling({ publicUrl });
    const browser = createBrowser(app);
    const start = await browser.get('/api/login/oidc');
    const back = provider.approve(String(start.headers.location), person());
    const response = await browser.get(back.slice(publicUrl.length));
    for (const line of [start, response].flatMap(({ headers }) => headers['set-cookie'] ?? [])) {
      expect(line).toMatch(/^__Host-(oidc|session)=/);
      for (const flag of ['Secure', 'HttpOnly', 'Path=/']) expect(line).toContain(flag);
    }
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200);
  });

  it.each([
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['for another client', { aud: 'other' }],
    ['for several clients without a party', { aud: [CLIENT.clientId, 'other'] }],
    ['of another authorized party', { aud: [CLIENT.clientId, 'other'], azp: 'other' }],
    ['of another sign-in', { nonce: 'other' }],
    ['without the time of issue', { iat: undefined }],
    ['of the future', { iat: 4_000_000_000, exp: 4_000_000_300 }],
    ['that has expired', { exp: 1_000 }],
  ])('refuses an ID token %s', async (_, wrong) => {
    const browser = createBrowser(fixture.app);
    expect((await comeBy(browser, { ...person(), ...wrong })).location).toBe('/login?error=oidc');
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
  });

  it('refuses an answer without ID token, or of another issuer', async () => {
    for (const options of [{ tokens: 'no id token' as const }, { answer: { iss: 'https://elsewhere.example' } }]) {
      const browser = createBrowser(fixture.app);
      expect((await comeBy(browser, person(), '', options)).location).toBe('/login?error=oidc');
      expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
    }
  });

  it.each([
    ['malformed', { email: 'not an address' }],
    ['missing', { email: undefined }],
  ])('opens no account where the address is %s', async (_, wrong) => {
    const { location } = await comeBy(createBrowser(fixture.app), { ...person(), ...wrong });
    expect(location).toBe('/login?error=email_missing');
  });

  it('keeps the whole name where the provider gives no first and last name', async () => {
    const browser = createBrowser(fixture.app);
    await comeBy(browser, { ...person(), name: 'Ana María López' });
    const user = (await browser.get('/api/auth/user')).json();
    expect([user.firstName, user.lastName]).toEqual(['Ana María López', null]);
  });

  it('shows the login page when the token endpoint does not answer for 10 seconds', async () => {
    // biome-ignore lint/plugin: shortens the 10 s of the library
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const shortened = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    const browser = createBrowser(fixture.app);
    expect((await comeBy(browser, person(), '', { tokens: 'hang' })).location).toBe('/login?error=UNAVAILABLE');
    expect(shortened).toHaveBeenLastCalledWith(10_000);
    shortened.mockRestore();
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
  });

  it('refuses the discovery document of another issuer, and reads it again later', async () => {
    const other = await startProvider();
    other.claimToBe('https://elsewhere.example');
    let now = new Date('2026-05-10T10:00:00.000Z');
    const { app } = await fixture.sibling({ oidc: { issuer: other.issuer, ...CLIENT }, clock: () => now });
    const begin = async () => (await createBrowser(app).get('/api/login/oidc?returnTo=/my-scans')).headers.location;
    expect(await begin()).toBe('/login?error=UNAVAILABLE&returnTo=%2Fmy-scans');
    expect(fixture.log.join()).toContain('its discovery document is of another issuer than OIDC_ISSUER');
    other.claimToBe(null);
    now = new Date(now.getTime() + 1_000);
    expect(await begin()).toContain(`${other.issuer}/authorize?`);
    await other.stop();
  });

  it.each([
    ['with', '/'],
    ['without', ''],
  ])('takes an issuer that is configured %s a slash at its end', async (_, end) => {
    const { app } = await fixture.sibling({ oidc: { issuer: `${provider.issuer}${end}`, ...CLIENT } });
    expect((await createBrowser(app).get('/api/login/oidc')).headers.location).toContain('/authorize?');
  });

  it('begins only so often for a network, and stores nothing beyond', async () => {
    const { app } = await fixture.sibling({ networkLimits: { register: 1, visit: 1, providerSignIn: 3 } });
    const begin = async (ip: string) =>
      String((await createBrowser(app, ip).get('/api/login/oidc')).headers.location).replace(/\/authorize.*/, '');
    const stored = async () => (await fixture.pool.query('SELECT 1 FROM identity.verifications')).rowCount;
    const before = await stored();
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await begin('10.0.9.1'));
    const refused = '/login?error=TOO_MANY_REQUESTS';
    expect(answers).toEqual([provider.issuer, provider.issuer, provider.issuer, refused, refused]);
    expect(await stored()).toBe((before ?? 0) + 3);
    expect(await begin('10.0.9.2')).toBe(provider.issuer);
  });

  it('is announced to the login page only if configured', async () => {
    const methodsOf = async (app: Fixture['app']) => (await createBrowser(app).get('/api/auth/sign-in-methods')).json();
    expect(await methodsOf(fixture.app)).toEqual({ password: true, provider: true, mail: false });
    const without = await createFixture();
    expect(await methodsOf(without.app)).toEqual({ password: true, provider: false, mail: false });
    await without.close();
  });

  it('takes over an address that the provider has verified where no mail is sent, unless another account has it', async () => {
    const browser = createBrowser(fixture.app);
    const claims = person();
    await comeBy(browser, claims);
    const emailAfter = async (more: object) => {
      await comeBy(browser, { ...claims, ...more });
      return (await browser.get('/api/auth/user')).json().email;
    };
    const [moved, taken] = [person().email, person().email];
    await createBrowser(fixture.app).register(taken);
    expect(await emailAfter({ email: moved, email_verified: false })).toBe(claims.email);
    expect(await emailAfter({ email: taken })).toBe(claims.email);
    expect(await emailAfter({ email: moved })).toBe(moved);
  });

  it('takes over a changed address by the link of a mail to it, which is sent once', async () => {
    const { app, identity } = await fixture.sibling({ mail: 'smtp' });
    const browser = createBrowser(app);
    const claims = person();
    await comeBy(browser, claims);
    const email = person().email;
    await comeBy(browser, { ...claims, email });
    await comeBy(browser, { ...claims, email });
    const account = async () => (await browser.get('/api/auth/user')).json();
    expect(await account()).toMatchObject({ email: claims.email, emailVerified: true });
    const mails = (await identity.outbox.take(10)).filter(({ to }) => to.address === email);
    expect(mails).toMatchObject([{ kind: 'verify_address', to: { name: null } }]);
    const use = () => browser.post('/api/auth/verify-email', { token: mails[0]?.token });
    expect([(await use()).statusCode, (await use()).statusCode]).toEqual([204, 204]);
    expect(await account()).toMatchObject({ email, emailVerified: true });
    const { rowCount } = await fixture.pool.query('SELECT 1 FROM identity.address_changes');
    expect(rowCount).toBe(0);
  });

  it('never leaves the site afterwards', async () => {
    const { location } = await comeBy(createBrowser(fixture.app), person(), '?returnTo=/.//evil.example');
    expect(location).toBe('/');
  });
});
