import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { verifyChain } from '@perktree/audit-service/chain/verify-chain';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import { verifyProjections } from '@perktree/projector/service';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startComposedApp } from '../testing/composed-app.ts';
import { fillLarge } from './fill-large.ts';
import { MEDIUM } from './large-past.ts';

// A month of 200 QRs is invented, audited and replayed, which took 100 s beside sixteen busy processes on two cores.
vi.setConfig({ testTimeout: 300_000 });

const logger = pino({ level: 'silent' });
it('a large business passes audit, chain and verification of its read models', async () => {
  const { app, identity, pool, store, databaseUrl, close } = await startComposedApp();
  onTestFinished(close);
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
  await expect
    .poll(
      async () => (await pool.query('SELECT count(*)::int AS qrs, max(depth) AS deepest FROM read_models.qrs')).rows,
    )
    .toEqual([{ qrs: MEDIUM.qrs + 10, deepest: MEDIUM.depth - 1 }]);
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
