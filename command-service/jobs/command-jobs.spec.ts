import { type Jobs, startJobs } from '@perktree/platform/jobs/jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../testing/silent-logger.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
import { person } from '../testing/test-service.ts';
import { startWholeService, type WholeService } from '../testing/whole-service.ts';

let service: WholeService;
let running: Jobs[] = [];
beforeAll(async () => {
  service = await startWholeService({ processes: 2 });
});
afterAll(async () => {
  await stopJobs();
  await service.stop();
});

/** As in two processes of the product that start at once. */
async function startInBoth(): Promise<void> {
  running = await Promise.all(
    service.processes.map(({ jobs }) =>
      startJobs({ databaseUrl: service.connectionString, jobs, logger: silentLogger }),
    ),
  );
}
async function stopJobs(): Promise<void> {
  for (const jobs of running.splice(0)) await jobs.close();
}
const count = async (type: string) => (await service.events()).filter((event) => event.type === type).length;
const keys = async () => (await service.pool.query('SELECT key FROM command_service.idempotency_keys')).rows;

describe('all jobs that the queue knew of are lost, and what they were for', () => {
  it('is done after a restart, once', async () => {
    await startInBoth();
    const owner = ownerOf('owner');
    await upgrade(service, owner, 'ultra');
    const renewing = { renewalPolicy: 'auto_reissue_on_expire', qrMinutesLife: 60 * 24 * 30 } as const;
    const paying = { commissionHoldDays: 0, minimumPayout: '0.01' } as const;
    const site = await openSite(service, owner, { ...renewing, ...paying });
    const { body: root } = await createRoot(service, owner, site);
    const tokens = await tokensOf(service, root.id);
    const dora = person('dora', 'distributor', 'customer');
    await service.call(dora, 'POST', '/api/claim-qr', { token: tokens.distributor });
    const redeemed = await service.call(
      person('guest', 'customer'),
      'POST',
      '/api/redeem',
      { token: tokens.customer },
      'old',
    );
    expect(redeemed.body.success).toBe(true);
    await stopJobs();

    await service.pool.query('DROP SCHEMA bullmq CASCADE');
    await service.pool.query(`UPDATE command_service.idempotency_keys SET taken_at = now() - interval '49 hours'`);
    service.now = new Date('2026-06-10T10:00:00.000Z');
    await startInBoth();
    await expect.poll(() => count('QrReissued'), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => count('PayoutPaid'), { timeout: 20_000 }).toBe(1);
    await expect.poll(keys, { timeout: 20_000 }).toEqual([]);

    await stopJobs();
    for (const { jobs } of service.processes) await Promise.all(jobs.map((job) => job.run()));
    expect([await count('QrReissued'), await count('PayoutGenerated'), await count('PayoutPaid')]).toEqual([1, 1, 1]);
  });
});
