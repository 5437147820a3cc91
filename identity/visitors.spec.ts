import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_NETWORK_LIMITS, WINDOW_MS } from './budgets.ts';
import { createFixture } from './testing/identity-fixture.ts';

let now = new Date('2026-05-01T10:00:00.000Z');
afterAll(() => fixture.close());

const visit = (ip: string, visitor?: string) =>
  fixture.app.inject({ url: '/visit', remoteAddress: ip, cookies: visitor ? { visitor } : {} });
const cookieOf = async (ip: string) => (await visit(ip)).cookies[0]?.value ?? '';

const fixture = await createFixture({ clock: () => now, networkLimits: DEFAULT_NETWORK_LIMITS });
const { app, identity } = fixture;
app.get('/visit', async (request, reply) => {
  const { account = null } = request.query as { account?: string };
  return { id: await identity.visitorIdOf(request, reply, account) };
});
app.get('/caller', async (request) => identity.callerOf(request));
await app.ready();

describe('a browser', () => {
  it('is known again, until it is closed, by a signed first-party cookie that only the server reads', async () => {
    const first = await visit('10.0.0.1');
    expect(first.headers['set-cookie']).toMatch(/^visitor=[\w-]{22}\.[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await visit('10.0.0.1', first.cookies[0]?.value);
    expect([again.json(), again.headers['set-cookie']]).toEqual([first.json(), undefined]);
  });

  it('keeps the id of an unsigned cookie of an old version; a malformed id is replaced', async () => {
    const old = randomBytes(16).toString('base64url');
    expect((await visit('10.0.0.1', old)).json()).toEqual({ id: old });
    const forged = `${old}.${'A'.repeat(22)}`;
    expect((await visit('10.0.0.1', forged)).json()).not.toEqual({ id: old });
    expect((await visit('10.0.0.1', 'short')).headers['set-cookie']).toBeDefined();
  });

  it('keeps the id of a cookie with the name of an old version', async () => {
    const first = await visit('10.0.0.1');
    const visitAgain = (cookies: Record<string, string>, query = {}) =>
      fixture.app.inject({ url: '/visit', query, remoteAddress: '10.0.0.1', cookies });
    const old = { perktree_visitor: first.cookies[0]?.value ?? '' };
    const again = await visitAgain(old);
    expect([again.json(), again.headers['set-cookie']]).toEqual([first.json(), undefined]);
    expect((await visitAgain(old, { account: 'one' })).cookies).toMatchObject([
      { name: 'visitor', value: old.perktree_visitor },
    ]);
  });

  it('is a caller of its own by that cookie or a session; made-up ones count by their network', async () => {
    const callerOf = async (cookies: Record<string, string>) =>
      (await fixture.app.inject({ url: '/caller', remoteAddress: '10.0.0.2', cookies })).body;
    const value = await cookieOf('10.0.0.2');
    expect(await callerOf({ visitor: value })).toBe(value.split('.')[0]);
    expect(await callerOf({})).toBe('10.0.0.2');
    expect(await callerOf({ session: 'a.b', visitor: `${value}x` })).toBe('10.0.0.2');
  });
});

describe('an account in a browser without a cookie', () => {
  const visitAs = (account: string, cookies: Record<string, string> = {}) =>
    fixture.app.inject({ url: '/visit', query: { account }, remoteAddress: '10.0.4.1', cookies });

  it('always gets the same signed cookie, so it cannot make up visitors', async () => {
    const [first, again, other] = [await visitAs('one'), await visitAs('one'), await visitAs('two')];
    expect(again.cookies).toEqual(first.cookies);
    expect(again.json()).toEqual(first.json());
    expect(other.json()).not.toEqual(first.json());
    const made = { visitor: randomBytes(16).toString('base64url') };
    expect((await visitAs('one', made)).json()).toEqual(first.json());
  });

  it('keeps the id that the browser has, from then on for a year', async () => {
    const value = await cookieOf('10.0.4.2');
    const answer = await visitAs('one', { visitor: value });
    expect(answer.json()).toEqual({ id: value.split('.')[0] });
    expect(answer.headers['set-cookie']).toBe(`visitor=${value}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`);
  });
});

describe('new browsers of one network', () => {
  it('are bounded for ten minutes, forged cookies with them; known ones and other networks are not', async () => {
    const known = await cookieOf('10.0.1.1');
    const forged = () => randomBytes(16).toString('base64url');
    for (let n = 1; n < DEFAULT_NETWORK_LIMITS.visit; n += 1) await visit('10.0.1.1', n % 2 ? forged() : undefined);
    const refused = await visit('10.0.1.1');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.headers['retry-after']).toBe('600');
    expect((await visit('10.0.1.1', forged())).statusCode).toBe(429);
    expect((await visit('10.0.1.1', known)).statusCode).toBe(200);
    expect((await visit('10.0.1.2')).statusCode).toBe(200);
    now = new Date(now.getTime() + WINDOW_MS);
    expect((await visit('10.0.1.1')).statusCode).toBe(200);
  });
});
