import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { createOfflineProvider } from '@perktree/command-service/payments/offline/offline-provider';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import type { Session } from '@perktree/platform/http/session';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ComposedApp, startComposedApp } from '../testing/composed-app.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-business.ts';
import { fillDemo } from './fill-demo.ts';
import { inventPast } from './past.ts';
import { openSandbox } from './sandbox.ts';

// Months of business are invented, which took a minute beside sixteen busy processes on two cores.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

/** Of the six that a demo has: payouts are monthly. */
const MONTHS = 2;

let composed: ComposedApp;

beforeAll(async () => {
  composed = await startComposedApp();
  const { app, identity, pool, store } = composed;
  const connectionString = String(pool.options.connectionString);
  const target = await openAppendInOrder(connectionString);
  await fillDemo(
    {
      ...{ app, pool, store, accounts: identity.accounts, publicUrl: 'http://localhost:3000' },
      logger: pino({ level: 'silent' }),
      appendInOrder: target.appendInOrder,
      grantSuperadmin: async (email) => void (await identity.grantSuperadmin(email)),
    },
    MONTHS,
  );
  await target.close();
});
afterAll(() => composed?.close());

it('the demo has months of business in which the audit finds no difference', async () => {
  const { store, pool } = composed;
  const types = (await store.readAll(0n, 1_000_000)).map(({ type }) => type);
  const count = (wanted: string) => types.filter((type) => type === wanted).length;
  expect(count('QrScanned')).toBeGreaterThan(1_000);
  expect(count('BenefitRedeemed')).toBeGreaterThan(200);
  expect(count('PayoutPaid')).toBeGreaterThan(2);
  expect(count('RedemptionReversed')).toBeGreaterThan(1);
  const audited = await auditHistory({ store, pool });
  expect(audited.findings).toEqual([]);
  expect(audited.differences).toBe(0);
});

it('its owner signs in and finds two sites with figures of thirty days, a flag, a dispute and a statement', async () => {
  const { app } = composed;
  const [owner] = DEMO_ACCOUNTS;
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: owner.email, password: DEMO_PASSWORD, intent: 'business' },
  });
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const read = async (url: string) => (await app.inject({ url, headers: { cookie } })).json();
  const sites: { id: string }[] = await read('/api/me/sites');
  expect(sites).toHaveLength(2);
  const flags = await Promise.all(sites.map(({ id }) => read(`/api/sites/${id}/flags`)));
  expect(flags.flat()).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'same_staff_and_customer', redemptions: 3 })]),
  );
  expect(await read('/api/support/disputes')).toHaveLength(1);
  expect(await read('/api/me/files')).toHaveLength(2);
  const dashboard = await read('/api/me/dashboard?days=30');
  expect(dashboard.totalScans).toBeGreaterThan(300);
  expect(dashboard.series.length).toBeGreaterThan(25);
});

it('its past is the same for the same seed', async () => {
  const invent = async (seed: number) => {
    const { identity, pool } = composed;
    const publicUrl = 'http://localhost:3000';
    const sandbox = await openSandbox({
      ...{ accounts: identity.accounts, pool, publicUrl },
      ...{ logger: pino({ level: 'silent' }), payments: createOfflineProvider({ pool, publicUrl }) },
    });
    const session = (name: string, tenantId: string | null = null): Session => ({
      ...{ sessionId: name, userId: `00000000-0000-4000-8000-${name.padStart(12, '0')}`, tenantId },
      ...{ role: 'site_owner', allRoles: ['site_owner', 'distributor', 'customer'] },
    });
    const cast = {
      owner: session('1', '00000000-0000-4000-8000-00000000000a'),
      ...{ distributor: session('2'), partner: session('3'), staff: session('4') },
      staffEmail: 'staff@demo.perktree.test',
    };
    await inventPast(sandbox, cast, { now: new Date('2026-11-23T12:00:00Z'), months: 0.3, seed });
    const events = await sandbox.store.readAll(0n, 100_000);
    await sandbox.close();
    return events.map((event) => {
      const { fact, metadata } = decodeEvent(event);
      return [fact.type, metadata.recordedAt];
    });
  };
  const first = await invent(5);
  expect(first.length).toBeGreaterThan(100);
  expect(await invent(5)).toEqual(first);
  expect(await invent(6)).not.toEqual(first);
});
