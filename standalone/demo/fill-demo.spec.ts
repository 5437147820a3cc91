import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { decodeEvent } from '@perktree/contracts/events/codec';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from '../testing/composed-app.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-business.ts';
import { fillDemo } from './fill-demo.ts';

let composed: ComposedApp;

beforeAll(async () => {
  composed = await startComposedApp();
  const { app, identity, pool, store } = composed;
  const connectionString = String(pool.options.connectionString);
  const target = await openAppendInOrder(connectionString);
  await fillDemo({
    ...{ app, pool, store, accounts: identity.accounts, publicUrl: 'http://localhost:3000' },
    logger: pino({ level: 'silent' }),
    appendInOrder: target.appendInOrder,
    grantSuperadmin: async (email) => void (await identity.grantSuperadmin(email)),
  });
  await target.close();
}, 240_000);
afterAll(() => composed?.close());

it('the demo has months of business in which the audit finds no difference', async () => {
  const { store, pool } = composed;
  const count = new Map<string, number>();
  const events = await store.readAll(0n, 1_000_000);
  for (const event of events) {
    const { type } = decodeEvent(event).fact;
    count.set(type, (count.get(type) ?? 0) + 1);
  }
  expect(count.get('QrScanned')).toBeGreaterThan(3_000);
  expect(count.get('BenefitRedeemed')).toBeGreaterThan(600);
  expect(count.get('PayoutPaid')).toBeGreaterThan(10);
  expect(count.get('RedemptionReversed')).toBeGreaterThan(3);
  const audited = await auditHistory({ store, pool });
  expect(audited.findings).toEqual([]);
  expect(audited.differences).toBe(0);
});

it('its owner signs in and finds two sites with figures of thirty days', async () => {
  const { app } = composed;
  const [owner] = DEMO_ACCOUNTS;
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: owner.email, password: DEMO_PASSWORD, intent: 'business' },
  });
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const read = async (url: string) => (await app.inject({ url, headers: { cookie } })).json();
  expect(await read('/api/me/sites')).toHaveLength(2);
  const dashboard = await read('/api/me/dashboard?days=30');
  expect(dashboard.totalScans).toBeGreaterThan(300);
  expect(dashboard.series.length).toBeGreaterThan(25);
});
