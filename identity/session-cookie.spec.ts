import { createHash, createHmac, randomUUID } from 'node:crypto';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { afterAll, describe, expect, it } from 'vitest';
import { SESSION_SECONDS } from './session-cookie.ts';
import { createBrowser, createFixture, SECRET } from './testing/identity-fixture.ts';

let now = new Date('2026-05-10T10:00:00.000Z');
const fixture = await createFixture({ clock: () => now });
afterAll(() => fixture.close());

const address = () => `p-${randomUUID()}@example.test`;
const COOKIE = 'session';

const statusWith = async (value: string) =>
  (await fixture.app.inject({ method: 'GET', url: '/api/auth/user', cookies: { [COOKIE]: value } })).statusCode;

describe('the session cookie', () => {
  it('is HttpOnly and Lax, and served over http has no prefix', async () => {
    const { headers } = await createBrowser(fixture.app).register(address());
    expect(String(headers['set-cookie'])).toMatch(/^session=/);
    expect(flagsOf(headers)).toEqual(['HttpOnly', `Max-Age=${SESSION_SECONDS}`, 'Path=/', 'SameSite=Lax']);
  });

  it('counts by the name of an old version, until it is replaced or ends', async () => {
    const browser = createBrowser(fixture.app);
    await browser.register(address());
    const old = { perktree_session: browser.cookies.get(COOKIE) ?? '' };
    const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
      fixture.app.inject({ method, url, cookies: old, ...(payload && { payload }) });
    expect((await send('GET', '/api/auth/user')).statusCode).toBe(200);
    const other = { email: address(), password: 'correct horse battery' };
    const replaced = await send('POST', '/api/auth/register', other);
    expect(replaced.cookies.map(({ name, value }) => [name, value !== ''])).toEqual([
      ['perktree_session', false],
      [COOKIE, true],
    ]);
    expect((await send('GET', '/api/auth/user')).statusCode).toBe(401);
  });

  it('counts only with its signature', async () => {
    const browser = createBrowser(fixture.app);
    await browser.register(address());
    const value = browser.cookies.get(COOKIE) ?? '';
    const token = value.slice(0, value.lastIndexOf('.'));
    const forged = `${token}.${createHmac('sha256', 'another secret').update(token).digest('base64')}`;
    expect(await statusWith(value)).toBe(200);
    for (const wrong of [
      forged,
      token,
      `${token}.`,
      `${value}x`,
      value.slice(0, -1),
      '.',
      '',
      'x',
      `${value}.${value}`,
    ]) {
      expect([wrong, await statusWith(wrong)]).toEqual([wrong, 401]);
    }
    const unknown = 'A'.repeat(43);
    expect(await statusWith(`${unknown}.${createHmac('sha256', SECRET).update(unknown).digest('base64')}`)).toBe(401);
  });

  const lastUse = (id: string, at: Date) =>
    expect
      .poll(async () => {
        const { rows } = await fixture.pool.query('SELECT used_at FROM identity.sessions WHERE user_id = $1', [id]);
        return rows[0]?.used_at;
      })
      .toEqual(at);

  it('is invalid after 30 days', async () => {
    const browser = createBrowser(fixture.app);
    const { id } = (await browser.register(address())).json();
    const begun = now.getTime();
    // However often it is used.
    for (let day = 6; day < 30; day += 6) {
      now = new Date(begun + day * DAY_MS);
      await browser.get('/api/auth/user');
      await lastUse(id, now);
    }
    now = new Date(begun + SESSION_SECONDS * 1000 - 1);
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200);
    now = new Date(now.getTime() + 1001);
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
    await fixture.identity.deleteExpired();
    const { rowCount } = await fixture.pool.query('SELECT 1 FROM identity.sessions WHERE user_id = $1', [id]);
    expect(rowCount).toBe(0);
  });
});

describe('signing out', () => {
  it('revokes the session at once, clears the cookie and redirects to the start page', async () => {
    const browser = createBrowser(fixture.app);
    await browser.register(address());
    await browser.get('/api/auth/user');
    const value = browser.cookies.get(COOKIE) ?? '';
    const response = await browser.post('/api/logout');
    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
    expect(String(response.headers['set-cookie'])).toMatch(/^session=;.*Expires=Thu, 01 Jan 1970/);
    expect(browser.cookies.size).toBe(0);
    expect(await statusWith(value)).toBe(401);
  });

  it('does not end the session by a read, whose page posts a form unless another site links to it', async () => {
    const browser = createBrowser(fixture.app);
    await browser.register(address());
    const page = await browser.get('/api/logout');
    const [script = ''] = /(?<=<script>).*(?=<.script>)/.exec(page.body) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200);
    const fromElsewhere = { method: 'GET', url: '/api/logout', headers: { 'sec-fetch-site': 'cross-site' } } as const;
    expect((await fixture.app.inject(fromElsewhere)).body).not.toContain('<script>');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const left = await fixture.app.inject({ method: 'POST', url: '/api/logout', headers: form, payload: '' });
    expect(left.statusCode).toBe(302);
  });

  it.each([
    ['/login?returnTo=%2Fstaff-invitations%2Ftoken', '/login?returnTo=%2Fstaff-invitations%2Ftoken'],
    ['//elsewhere.example', '/'],
    ['/api/logout', '/'],
  ])('continues at a page of this site alone: %s', async (returnTo, expected) => {
    const browser = createBrowser(fixture.app);
    const page = await browser.get(`/api/logout?returnTo=${encodeURIComponent(returnTo)}`);
    const [action = ''] = /(?<=action=")[^"]*/.exec(page.body) ?? [];
    expect((await browser.post(action)).headers.location).toBe(expected);
  });
});

describe('/api/login', () => {
  it.each([
    ['', '/login'],
    [
      '?intent=business&returnTo=%2Fscan%2Fdistributor%2Fabc',
      '/login?intent=business&returnTo=%2Fscan%2Fdistributor%2Fabc',
    ],
    ['?intent=distributor&signUp=true', '/register?intent=distributor'],
    ['?intent=superadmin&returnTo=/sites', '/login?returnTo=%2Fsites'],
    ['?intent=customer&intent=business', '/login'],
    ['?returnTo=/.//evil.example&intent=distributor', '/login?intent=distributor'],
    ['?returnTo=/sites&returnTo=/payouts', '/login'],
  ])('%s goes to %s', async (query, location) => {
    const response = await createBrowser(fixture.app).get(`/api/login${query}`);
    expect([response.statusCode, response.headers.location]).toEqual([302, location]);
  });
});

function flagsOf(headers: { 'set-cookie'?: unknown }): string[] {
  return String(headers['set-cookie']).split('; ').slice(1).sort();
}
