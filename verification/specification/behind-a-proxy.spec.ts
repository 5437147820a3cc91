import { randomUUID } from 'node:crypto';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import type { TrustedProxies } from '@perktree/platform/http/app';
import { afterAll, describe, expect, it } from 'vitest';

const PROXY = '10.1.2.3';
const CLIENT = '203.0.113.7';
const started = new Map<string, Promise<ComposedApp>>();
afterAll(async () => {
  for (const app of started.values()) await (await app).close();
});
/** One for each setting. */
function start(trustProxy: TrustedProxies): Promise<ComposedApp> {
  const app = started.get(String(trustProxy)) ?? startComposedApp({ trustProxy });
  started.set(String(trustProxy), app);
  return app;
}

/** The address that a session was begun from, as its export shows it. */
async function seenAddress({ app }: ComposedApp, remoteAddress: string, forwarded: string): Promise<string> {
  const headers = { 'x-forwarded-for': forwarded };
  const email = `p-${randomUUID()}@example.test`;
  const payload = { email, password: 'correct horse battery' };
  const registered = await app.inject({ method: 'POST', url: '/api/auth/register', remoteAddress, headers, payload });
  const cookies = Object.fromEntries(registered.cookies.map(({ name, value }) => [name, value]));
  return (await app.inject({ url: '/api/me/export', cookies })).json().sessions[0].ipAddress;
}

describe('X-Forwarded-For', () => {
  it('is taken from a trusted proxy, not from earlier values of the client', async () => {
    const app = await start(['10.0.0.0/8']);
    expect(await seenAddress(app, PROXY, CLIENT)).toBe(CLIENT);
    expect(await seenAddress(app, PROXY, `198.51.100.9, ${CLIENT}`)).toBe(CLIENT);
    expect(await seenAddress(app, PROXY, `${CLIENT}, 10.9.9.9`)).toBe(CLIENT);
    // The request does not come from a proxy, or no proxy is trusted.
    expect(await seenAddress(app, '198.51.100.1', CLIENT)).toBe('198.51.100.1');
    expect(await seenAddress(await start(null), PROXY, CLIENT)).toBe(PROXY);
  });

  it('counts as many hops as there are proxies', async () => {
    const app = await start(1);
    expect(await seenAddress(app, PROXY, `198.51.100.9, ${CLIENT}`)).toBe(CLIENT);
    // A client that reaches the product directly is not a proxy.
    expect(await seenAddress(app, '198.51.100.1', CLIENT)).toBe('198.51.100.1');
  });
});

it('X-Request-Id is kept where a proxy of one’s own has given it; else it is our own, as where it is no id', async () => {
  const id = '2f0a5d9c-5a0e-4c7e-9a53-0b8a5c2f7d11';
  const answeredId = async ({ app }: ComposedApp, sent: string) =>
    (await app.inject({ url: '/api/auth/user', remoteAddress: PROXY, headers: { 'x-request-id': sent } })).json()
      .requestId;
  expect(await answeredId(await start(1), id)).toBe(id);
  expect(await answeredId(await start(null), id)).not.toBe(id);
  expect(await answeredId(await start(1), 'drop table')).toMatch(/^[0-9a-f-]{36}$/);
});
