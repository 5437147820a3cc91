import { type Jobs, startJobs } from '@perktree/platform/jobs/jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from './testing/calls.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from './testing/tenants.ts';
import { startWholeService, type WholeService } from './testing/whole-service.ts';

describe('all jobs that the queue knew of are lost, and what they were for', () => {
  let service: WholeService;
  let running: Jobs[] = [];
  beforeAll(async () => {
    service = await startWholeService({ processes: 2 });
  });
  afterAll(async () => {
    await stop();
    await service.stop();
  });

  /** As in two processes of the product that start at once. */
  async function start(): Promise<void> {
    const place = { databaseUrl: service.connectionString, redisUrl: null };
    running = await Promise.all(
      service.processes.map(({ jobs }) => startJobs({ ...place, jobs, logger: silentLogger, lookMs: 500 })),
    );
  }
  async function stop(): Promise<void> {
    for (const jobs of running.splice(0)) await jobs.close();
  }
  const count = async (type: string) => (await service.events()).filter((event) => event.type === type).length;
  const keys = async () => (await service.pool.query('SELECT key FROM command_service.idempotency_keys')).rows;

  it('is done all the same, once', async () => {
    await start();
    const owner = ownerOf('owner');
    await upgrade(service, owner, 'ultra');
    const renewing = { renewalPolicy: 'auto_reissue_on_expire', qrMinutesLife: 60 * 24 * 30 } as const;
    const paying = { commissionHoldDays: 0, minimumPayout: '0.01', selfRedemption: 'on' } as const;
    const site = await openSite(service, owner, { ...renewing, ...paying });
    const { body: root } = await createRoot(service, owner, site);
    const tokens = await tokensOf(service, root.id);
    const dora = person('dora', 'distributor', 'customer');
    await service.call(dora, 'POST', '/api/claim-qr', { token: tokens.distributor });
    const guest = person('guest', 'customer');
    const redeemed = await service.call(guest, 'POST', '/api/redeem', { token: tokens.customer }, 'old');
    expect(redeemed.body.success).toBe(true);

    await service.pool.query(`UPDATE command_service.idempotency_keys SET taken_at = now() - interval '49 hours'`);
    service.now = new Date('2026-06-10T10:00:00.000Z');
    await stop();
    await service.pool.query('DROP SCHEMA bullmq CASCADE');
    await start();
    await expect.poll(() => count('QrReissued')).toBe(1);
    await expect.poll(() => count('PayoutGenerated')).toBe(1);
    await expect.poll(keys).toEqual([]);

    await stop();
    for (const { jobs } of service.processes) await Promise.all(jobs.map((job) => job.run()));
    // Without a payment provider no money has moved: the payout waits for the owner to mark it.
    expect([await count('QrReissued'), await count('PayoutGenerated'), await count('PayoutPaid')]).toEqual([1, 1, 0]);
  });
});
