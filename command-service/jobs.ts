import { streams } from '@perktree/contracts/catalogue/events';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { HOUR_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import type { Billing } from './billing.ts';
import type { CommandServiceDeps } from './deps.ts';
import { systemCommandContext } from './http/command-context.ts';
import { doOrLog } from './http/do-or-log.ts';
import { IdempotencyKeyStore } from './http/idempotency/install.ts';
import { createTenantSites, tenantsWithActiveSites } from './http/lookups/tenant-sites.ts';
import { RefusalLog } from './http/outcomes/refusal-log.ts';
import {
  decideWarning,
  type EndingQr,
  expiryWarningsFold,
  LATEST_WARNING_MS,
  WARNING_MS,
} from './qr/decisions/expiry-warning.ts';
import { createReissueOfDueQrs } from './qr/reissue-due-qrs.ts';
import { createReleaseClaims } from './qr/release-claims.ts';
import { createStopSites } from './site/stop-sites.ts';

/** QRs of one event, and of one mail. */
const MAX_QRS = 200;

interface EndingAtSite {
  readonly siteId: string;
  readonly tenantId: string;
  readonly qrs: readonly EndingQr[];
}

/**
 * Warns owners of issue periods that end and do not renew. A late, repeated or interrupted run is harmless: the stream of
 * the site knows what was warned of.
 */
function createExpiryWarnings(
  deps: Pick<CommandServiceDeps, 'handler' | 'pool' | 'clock' | 'logger'>,
): () => Promise<void> {
  const { handler, pool, clock, logger } = deps;
  return async () => {
    const now = clock().toISOString();
    for (const { siteId, tenantId, qrs } of await findEnding(pool, now)) {
      for (let from = 0; from < qrs.length; from += MAX_QRS) {
        const some = qrs.slice(from, from + MAX_QRS);
        await doOrLog(logger, { failure: 'the owner was not warned of ending QRs yet', siteId }, async () => {
          // The id contains the periods, so that a concurrent run repeats the same command.
          const cause = some.map(({ qrId, period }) => `${qrId} ${period}`).join(' ');
          await handler.execute({
            stream: streams.expiryWarnings(siteId),
            fold: expiryWarningsFold,
            decide: (warned) => decideWarning(warned, { siteId, tenantId, qrs: [...some], now }),
            context: systemCommandContext({ commandName: 'WarnOfExpiry', cause, clock }),
          });
        });
      }
    }
  };
}

/**
 * Active QRs that end soon, or have ended in the last days, and do not renew, by site. A lifetime below a day ends as planned; one
 * below two days is warned of when half of it is left. The read model may lag: the next run finds what this one misses.
 */
async function findEnding(pool: CommandServiceDeps['pool'], now: string): Promise<readonly EndingAtSite[]> {
  const { rows } = await pool.query<EndingAtSite>(
    `SELECT qrs.site_id AS "siteId", qrs.tenant_id AS "tenantId",
       json_agg(json_build_object('qrId', qrs.qr_id, 'rootQrId', qrs.root_qr_id, 'name', qrs.name, 'period', qrs.period,
         'expiresAt', to_char(qrs.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         ORDER BY qrs.expires_at, qrs.qr_id) AS qrs
     FROM ${READ_MODEL_SCHEMA}.qrs JOIN ${READ_MODEL_SCHEMA}.sites ON sites.site_id = qrs.site_id
       JOIN ${READ_MODEL_SCHEMA}.qrs roots ON roots.qr_id = qrs.root_qr_id
       CROSS JOIN LATERAL (
         SELECT make_interval(mins => (sites.configuration::json ->> 'qrMinutesLife')::integer) AS lifetime) lives
     WHERE qrs.is_active AND sites.is_active AND qrs.expires_at > $1::timestamptz - $2::interval
       AND qrs.expires_at <= $1::timestamptz + $3::interval
       AND lifetime >= interval '1 day' AND qrs.expires_at <= $1::timestamptz + lifetime / 2
       AND coalesce(roots.renewal_policy, sites.configuration::json ->> 'renewalPolicy') = 'none'
     GROUP BY qrs.site_id, qrs.tenant_id`,
    [now, `${LATEST_WARNING_MS} milliseconds`, `${WARNING_MS} milliseconds`],
  );
  return rows;
}

/**
 * For a recurring job: stops sites whose owner's account was erased. They are left active by a restore that was
 * interrupted, and by a site that was opened while its owner's account was being erased.
 */
function createStopSitesWithoutOwner(
  deps: Pick<CommandServiceDeps, 'handler' | 'quotas' | 'pool' | 'store' | 'clock' | 'accounts' | 'logger'>,
): () => Promise<void> {
  const { pool, clock, accounts, logger } = deps;
  const stopSites = createStopSites({ ...deps, sitesOfTenant: createTenantSites(deps) });

  async function stopSitesOf(tenantId: string): Promise<void> {
    // With the time, so that a site that was activated after an earlier run is stopped again.
    const cause = `owner of ${tenantId} erased, found at ${clock().toISOString()}`;
    await stopSites({ tenantId, context: systemCommandContext({ commandName: 'StopSite', cause, clock }) });
  }

  return async () => {
    for (const tenantId of await accounts.tenantsWithoutOwner(await tenantsWithActiveSites(pool))) {
      const failure = 'the sites of an erased owner were not stopped yet';
      await doOrLog(logger, { failure, tenantId }, () => stopSitesOf(tenantId));
    }
  };
}

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
    { name: 'check-plans', everyMs: HOUR_MS, run: () => billing.checkPlans() },
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
