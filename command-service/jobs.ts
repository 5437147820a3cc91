import { HOUR_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import type { Billing } from './billing.ts';
import type { CommandServiceDeps } from './deps.ts';
import { IdempotencyKeyStore } from './http/idempotency/key-store.ts';
import { RefusalLog } from './http/outcomes/refusal-log.ts';
import { createReissueOfDueQrs } from './qr/reissue-due-qrs.ts';
import { createReleaseClaims } from './qr/release-claims.ts';
import { createExpiryWarnings } from './qr/warn-of-expiring-qrs.ts';
import { createStopSitesWithoutOwner } from './site/stop-sites-without-owner.ts';

/** Recurring jobs of the command service. Each run finds what is due. */
export function createCommandJobs(deps: CommandServiceDeps, billing: Billing): readonly RecurringJob[] {
  const keys = new IdempotencyKeyStore(deps.pool);
  const refusals = new RefusalLog(deps.pool);
  return [
    { name: 'reissue-due-qrs', everyMs: MINUTE_MS, run: createReissueOfDueQrs(deps) },
    { name: 'warn-of-expiring-qrs', everyMs: HOUR_MS, run: createExpiryWarnings(deps) },
    { name: 'release-claims', everyMs: HOUR_MS, run: () => createReleaseClaims(deps).ofErased() },
    { name: 'stop-sites-without-owner', everyMs: HOUR_MS, run: createStopSitesWithoutOwner(deps) },
    // Pays once a month; runs hourly to retry failed transfers.
    { name: 'settle-payouts', everyMs: HOUR_MS, run: () => billing.settleUltraTenants() },
    { name: 'check-disputes', everyMs: HOUR_MS, run: () => billing.checkDisputes() },
    { name: 'purge-refusals', everyMs: HOUR_MS, run: () => refusals.purge(deps.clock()) },
    {
      name: 'purge-idempotency-keys',
      everyMs: HOUR_MS,
      run: async () => {
        await keys.purge();
      },
    },
  ];
}
