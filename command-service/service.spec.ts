import { payoutCalls } from '@perktree/contracts/payout/calls';
import { qrCalls } from '@perktree/contracts/qr/calls';
import { scanningCalls } from '@perktree/contracts/scan/calls';
import { siteCalls } from '@perktree/contracts/site/calls';
import { subscriptionCalls } from '@perktree/contracts/subscription/calls';
import { createApp } from '@perktree/platform/http/app';
import { createPool } from '@perktree/platform/postgres/pool';
import { describe, expect, it } from 'vitest';
import { createOfflineProvider } from './payments/offline/offline-provider.ts';
import { mountCommandService } from './service.ts';
import { markedSealing } from './testing/answer-sealing.ts';
import { MemoryEventStore } from './testing/memory-event-store.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { testAccounts } from './testing/test-accounts.ts';
import { visitorOfCookie } from './testing/visitor-of-cookie.ts';

const commands = Object.values({
  ...{ ...siteCalls, ...qrCalls, ...scanningCalls },
  ...{ ...subscriptionCalls, ...payoutCalls },
}).filter(({ method }) => method !== 'GET');

describe('the command service', () => {
  it('serves every command of sites, QRs, scanning, plans and payouts, and refuses callers without a session', async () => {
    const app = createApp({ logger: silentLogger, publicOrigin: null });
    const pool = createPool({ connectionString: 'postgres://nowhere.invalid/none', applicationName: 'service-spec' });
    mountCommandService(app, {
      store: new MemoryEventStore(),
      pool,
      logger: silentLogger,
      publicUrl: 'http://localhost:3000',
      payments: createOfflineProvider({ pool, publicUrl: 'http://localhost:3000' }),
      clock: () => new Date('2026-05-01T10:00:00.000Z'),
      authenticate: async () => null,
      visitorIdOf: visitorOfCookie,
      answerSealing: markedSealing,
      accounts: testAccounts(),
    });
    await app.ready();
    for (const { method, path, access } of commands) {
      expect(app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true);
      if (access === 'anyone') continue;
      const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
      const { statusCode } = await app.inject({ method, url, headers: { 'idempotency-key': 'k' } });
      expect(statusCode, `${method} ${path}`).toBe(401);
    }
    await app.close();
    await pool.end();
  });
});
