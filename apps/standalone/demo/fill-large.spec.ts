import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { verifyChain } from '@perktree/audit-service/chain/verify-chain';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { createOfflineProvider } from '@perktree/command-service/payments/offline/offline-provider';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import type { Session } from '@perktree/platform/http/session';
import { verifyProjections } from '@perktree/projector/service';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ComposedApp, startComposedApp } from '../testing/composed-app.ts';
import { Dice } from './dice.ts';
import { fillLarge } from './fill-large.ts';
import { inventLargePast, inventLargePeople, MEDIUM } from './large-past.ts';
import { openSandbox } from './sandbox.ts';

// A month of 200 QRs is invented, audited and replayed, which took 100 s beside sixteen busy processes on two cores.
vi.setConfig({ testTimeout: 300_000 });

const logger = pino({ level: 'silent' });
let composed: ComposedApp;
beforeAll(async () => {
  composed = await startComposedApp();
});
afterAll(() => composed?.close());

it('a large business passes audit, chain and verification of its read models', async () => {
  const { app, identity, pool, store, databaseUrl } = composed;
  const target = await openAppendInOrder(databaseUrl);
  await fillLarge(
    {
      ...{ app, pool, store, accounts: identity.accounts, publicUrl: 'http://localhost:3000', logger },
      appendInOrder: target.appendInOrder,
      grantSuperadmin: async (email) => void (await identity.grantSuperadmin(email)),
    },
    MEDIUM,
  );
  await target.close();
  const rowsNow = () =>
    pool.query(
      `SELECT (SELECT count(*)::int FROM read_models.qrs) AS qrs, (SELECT max(depth) FROM read_models.qrs) AS deepest,
       (SELECT count(*)::int FROM read_models.redemptions) AS redemptions,
       (SELECT count(*)::int FROM read_models.scans) AS scans,
       (SELECT max(scans)::int FROM (SELECT count(*) AS scans FROM read_models.scans WHERE customer_id IS NOT NULL
         GROUP BY customer_id) of_customers) AS most,
       (SELECT count(*)::int FROM read_models.payouts WHERE status = 'paid') AS payouts`,
    );
  await expect
    .poll(async () => (await rowsNow()).rows[0])
    .toMatchObject({ qrs: MEDIUM.qrs + 10, deepest: MEDIUM.depth - 1 });
  const [{ redemptions, payouts, scans, most }] = (await rowsNow()).rows;
  expect(most).toBe(MEDIUM.scansOfCustomer);
  expect(Math.abs(scans / MEDIUM.scans - 1)).toBeLessThan(0.15);
  expect(Math.abs(redemptions / scans - 1 / 3)).toBeLessThan(0.1);
  expect(payouts).toBeGreaterThan(5);
  const audited = await auditHistory({ store, pool });
  expect(audited.findings).toEqual([]);

  const chained = await followChain({ store, pool });
  const events = Number(await store.head());
  expect(await verifyChain({ store, pool, positionsAreNumbers: true, now: new Date(0) })).toMatchObject({
    ...{ events, recorded: events, chain: chained.chain.toString('hex'), difference: null },
  });
  const verified = await verifyProjections({ store, pool });
  expect(verified.length).toBeGreaterThan(5);
  expect(verified.filter(({ identical }) => !identical)).toEqual([]);
});

it('is the same for the same seed', async () => {
  const invent = async () => {
    const { identity, pool } = composed;
    const sandbox = await openSandbox({
      ...{ accounts: identity.accounts, pool, logger },
      ...{
        publicUrl: 'http://localhost:3000',
        payments: createOfflineProvider({ pool, publicUrl: 'http://localhost:3000' }),
      },
    });
    const session = (name: string, tenantId: string | null = null): Session => ({
      ...{ sessionId: name, userId: `00000000-0000-4000-8000-${name.padStart(12, '0')}`, tenantId },
      ...{ role: 'site_owner', allRoles: ['site_owner', 'distributor', 'customer'] },
    });
    const cast = {
      owner: session('1', '00000000-0000-4000-8000-00000000000a'),
      siteCollector: session('2', '00000000-0000-4000-8000-00000000000b'),
      distributor: session('3'),
      staff: session('4'),
      customer: session('5'),
      staffEmail: 'staff@demo.perktree.test',
    };
    const sizes = { ...MEDIUM, days: 5, scans: 100, qrs: 60, trees: 4, largestTree: 30, widestQr: 10, staff: 3 };
    const dice = new Dice(5);
    await inventLargePast(sandbox, cast, {
      ...{ now: new Date('2026-11-23T12:00:00Z'), dice, sizes, people: inventLargePeople(dice, sizes) },
    });
    const events = await sandbox.store.readAll(0n, 100_000);
    await sandbox.close();
    return events.map((event) => {
      const { fact, metadata } = decodeEvent(event);
      return [fact.type, metadata.recordedAt];
    });
  };
  const first = await invent();
  expect(first.length).toBeGreaterThan(300);
  expect(await invent()).toEqual(first);
});
