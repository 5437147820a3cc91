import { PLANS } from '@perktree/contracts/plans';
import { streams } from '@perktree/contracts/streams';
import type { FastifyBaseLogger } from 'fastify';
import { systemCommandContext } from '../command-context.ts';
import { siteDecider } from '../site/state.ts';
import type { Quotas } from '../subscription/quotas.ts';
import { type GenerateDeps, generatePayouts } from './generate.ts';
import { sitesWithUnpaidEntries } from './payables.ts';
import { type TransferDeps, transferPayout } from './transfer.ts';

export interface SettleDeps extends GenerateDeps, TransferDeps {
  readonly quotas: Pick<Quotas, 'planOf'>;
  readonly clock: () => Date;
  readonly logger: FastifyBaseLogger;
}

/**
 * For a recurring job: pays, for tenants whose plan has auto payouts, what had matured when this calendar month (UTC)
 * began, and goes on with transfers that broke off. However often it runs, a distributor gets one such payout of a site
 * and month.
 * @throws Refused READ_MODEL_BEHIND; it is to run again
 */
export async function settleUltraTenants(deps: SettleDeps): Promise<void> {
  const { clock, places, handler } = deps;
  const month = clock().toISOString().slice(0, 'YYYY-MM'.length);
  await places.upToDate();
  for (const { siteId } of await sitesToSettle(deps)) {
    const { state: site } = await handler.load(streams.site(siteId), siteDecider);
    if (site === null) continue;
    const context = systemCommandContext({ commandName: 'SettleMonth', cause: `${siteId} ${month}`, clock });
    await generatePayouts(deps, { site, context, settlement: 'provider', maturedBy: `${month}-01T00:00:00.000Z` });
  }
  await transferAll(deps);
}

async function sitesToSettle({ pool, quotas }: SettleDeps) {
  const sites = await sitesWithUnpaidEntries(pool);
  const settled = new Set<string>();
  for (const tenantId of new Set(sites.map((site) => site.tenantId))) {
    if (PLANS[await quotas.planOf(tenantId)].limits.autoPayouts) settled.add(tenantId);
  }
  return sites.filter(({ tenantId }) => settled.has(tenantId));
}

/** One that does not go through now holds up no other: it is tried again at the next run. */
async function transferAll(deps: SettleDeps): Promise<void> {
  for (const place of await deps.places.withProvider()) {
    const context = systemCommandContext({ commandName: 'TransferPayout', cause: place.payoutId, clock: deps.clock });
    await transferPayout(deps, { ...place, context }).catch((err: unknown) => {
      deps.logger.warn({ err, payoutId: place.payoutId }, 'a payout was not transferred yet');
    });
  }
}
