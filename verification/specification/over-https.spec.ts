import { lastPart } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { describe, expect, it } from 'vitest';

const PUBLIC_URL = 'https://perktree.example';
const composed = await useComposedApp({ publicUrl: PUBLIC_URL });

/** The cookies of an answer, as they were written. */
const written = (header: unknown): readonly string[] => [header ?? []].flat().map(String);

describe('cookies over https: __Host-, HttpOnly, SameSite=Lax', () => {
  it('of a session, from its beginning to its end', async () => {
    const payload = { email: 'someone@example.test', password: 'correct horse battery' };
    const registered = await composed.app.inject({ method: 'POST', url: '/api/auth/register', payload });
    const cookies = Object.fromEntries(registered.cookies.map(({ name, value }) => [name, value]));
    const loggedIn = await composed.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect((await composed.app.inject({ url: '/api/auth/user', cookies })).statusCode).toBe(200);
    const loggedOut = await composed.app.inject({ method: 'POST', url: '/api/logout', cookies });
    for (const { headers } of [registered, loggedIn, loggedOut]) {
      expect(written(headers['set-cookie'])).toEqual([expectedOf('__Host-session')]);
    }
    expect((await composed.app.inject({ url: '/api/auth/user', cookies })).statusCode).toBe(401);
  });

  it('of a visitor, who is known again by it', async () => {
    const owner = await new Visitor(composed.app, 'owner').register('business');
    const { id } = await owner.must('POST', '/api/sites', { name: 'Shop', currency: 'EUR' });
    const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20 };
    const { id: qrId } = await owner.must('POST', `/api/sites/${id}/qrs`, { name: 'Offer', ...benefit });
    const { customerUrl } = await owner.must('GET', `/api/sites/${id}/qrs/${qrId}/qrcode`);
    expect(customerUrl).toMatch(/^https:\/\/perktree\.example\/scan\/customer\//);
    const scan = (cookies: Record<string, string>) =>
      composed.app.inject({ method: 'POST', url: '/api/scan', cookies, payload: { token: lastPart(customerUrl) } });
    const first = await scan({});
    expect(written(first.headers['set-cookie'])).toEqual([expectedOf('__Host-visitor')]);
    const again = await scan(Object.fromEntries(first.cookies.map(({ name, value }) => [name, value])));
    expect(written(again.headers['set-cookie'])).toEqual([]);
  });

  it('a cookie without the prefix, which a page of another host could have set, counts for nothing', async () => {
    const person = await new Visitor(composed.app, 'prefixed').register('customer');
    expect(person.cookie).toMatch(/^__Host-session=./);
    const cookie = person.cookie.replace('__Host-', '');
    expect((await composed.app.inject({ url: '/api/auth/user', headers: { cookie } })).statusCode).toBe(401);
  });
});

/** Bound to this host, https and no script. */
function expectedOf(name: string): unknown {
  const flags = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'].map((flag) => `(?=.*; ${flag}(;|$))`).join('');
  return expect.stringMatching(new RegExp(`^${name}=${flags}(?!.*Domain)`));
}
