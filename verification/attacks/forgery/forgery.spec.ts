import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { createApp } from '@perktree/platform/http/app';
import { afterAll, describe, expect, it } from 'vitest';

/** Other than `http://localhost:3000`, as browsers, proxies and attackers may send them. */
const FOREIGN_ORIGINS = [
  ...[
    'null',
    '',
    'http://localhost',
    'http://localhost:3001',
    'http://localhost:30000',
    'http://localhost:3000.evil.test',
  ],
  ...[
    'http://localhost:3000@evil.test',
    'http://localhost:3000/',
    'http://localhost:3000/api',
    'http://localhost:3000#',
  ],
  ...['http://localhost:3000 ', 'http://localhost:3000,http://evil.test', 'https://localhost:3000', '//localhost:3000'],
  ...[
    'HTTP://LOCALHOST:3000',
    'localhost:3000',
    'http://evil.test',
    'http://evil.test:3000',
    'http://evillocalhost:3000',
  ],
  ...['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost.:3000', 'http://sub.localhost:3000', 'file://'],
  ...['chrome-extension://abcdefghijklmnop', 'data:text/html,x', 'about:blank', 'undefined'],
];

const composed = await startComposedApp();
const victim = await new Visitor(composed.app, 'victim').register('business');
afterAll(() => composed.close());

const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  composed.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', cookie: victim.cookie, ...headers },
  });

describe('a cross-site write', () => {
  it.each(FOREIGN_ORIGINS)('is refused from %j and changes nothing', async (origin) => {
    const answer = await post('/api/sites', { name: 'Forged', currency: 'EUR' }, { origin });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(await victim.must('GET', '/api/me/sites')).toEqual([]);
  });

  it.each(['cross-site', 'same-site', 'Same-Origin', ''])('is refused as Sec-Fetch-Site %j', async (site) => {
    const headers = { 'sec-fetch-site': site, origin: 'http://localhost:3000' };
    expect((await post('/api/sites', { name: 'Forged', currency: 'EUR' }, headers)).statusCode).toBe(403);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused as a form of %s, which browsers send without a preflight',
    async (type) => {
      const answer = await post('/api/sites', '{"name":"Forged","currency":"EUR"}', { 'content-type': type });
      expect(answer.statusCode).toBe(415);
    },
  );
});

describe('a session', () => {
  const answerTo = (cookie: string) => composed.app.inject({ url: '/api/auth/user', headers: { cookie } });

  it('changes at each login, so a session fixed by an attacker is useless', async () => {
    const attacker = await new Visitor(composed.app, 'attacker').register('customer');
    const planted = attacker.cookie;
    const payload = { email: victim.email, password: PASSWORD };
    const headers = { cookie: planted, 'content-type': 'application/json' };
    const answer = await composed.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
    const given = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(answer.statusCode).toBe(200);
    expect(given).not.toBe(planted);
    expect((await answerTo(given)).json().email).toBe(victim.email);
    expect((await answerTo(planted)).statusCode).toBe(401);
  });

  it('ends within a second of logging out, also for a copied cookie', async () => {
    const person = await new Visitor(composed.app, 'person').register('customer');
    const copied = person.cookie;
    expect((await answerTo(copied)).statusCode).toBe(200);
    await composed.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie: copied } });
    expect((await answerTo(copied)).statusCode).toBe(401);
  });
});

describe('a fault', () => {
  it('is answered without its stack, its message or a path of the source', async () => {
    const app = createApp({ logger: false, publicOrigin: null });
    app.get('/fault', async () => {
      throw new Error('secret of the database');
    });
    const { statusCode, body } = await app.inject('/fault');
    expect([statusCode, JSON.parse(body).code]).toEqual([500, 'INTERNAL']);
    expect(body).not.toMatch(/secret|\bat |\.ts/);
    await app.close();
  });
});
