import { streams } from '@perktree/contracts/catalogue/events';
import { monthIn, startOfMonth } from '@perktree/contracts/kernel/time-zone';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { isUnavailable, warnOfFailure } from '@perktree/platform/outages';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { CommandContext } from '../engine/command.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { type OnCommand, outcomeOf } from '../http/outcomes/measured-handler.ts';
import type { PaymentProvider } from '../payments/port.ts';
import { siteFold } from '../site/decisions/state.ts';
import type { Quotas } from '../subscription/quotas.ts';
import { fundingsFold, isBlocked } from './decisions/funding-state.ts';
import { type GenerateDeps, generatePayouts } from './generate.ts';
import { sitesWithUnpaidEntries } from './payables.ts';
import type { TenantPayout } from './payout-places.ts';
import { automaticSettlement, type ProviderDeps, settleWithProvider } from './provider-payouts.ts';

export interface SettleDeps extends GenerateDeps, Omit<ProviderDeps, 'payments' | 'accounts'> {
  readonly payments: PaymentProvider;
  readonly quotas: Pick<Quotas, 'planOf'>;
  readonly logger: FastifyBaseLogger;
  readonly onCommand?: OnCommand;
}

/**
 * For a recurring job: generates the payouts of tenants whose plan has auto payouts, for what had matured when this calendar
 * month began where the site is, and continues with those at the payment provider. However often it runs, a distributor gets one such payout for each
 * site and month. A site that fails is logged, counted and left to the next run; the other sites continue.
 * @throws Refused READ_MODEL_BEHIND: the next run starts again
 */
export async function settleUltraTenants(deps: SettleDeps): Promise<void> {
  const { clock, places, pool } = deps;
  await places.upToDate();
  for (const { timeZone, ...place } of await sitesWithUnpaidEntries(pool)) {
    const month = monthIn(timeZone, clock().getTime());
    await settleOrCount(deps, { ...place, month, began: new Date(startOfMonth(timeZone, month)).toISOString() });
  }
  await settleAllWithProvider(deps);
}

interface SiteMonth {
  readonly siteId: string;
  readonly tenantId: string;
  /** YYYY-MM. */
  readonly month: string;
  /** ISO 8601 UTC. */
  readonly began: string;
}

/** An error is logged with the site, and counted as the outcome of the command `SettleSite`. */
async function settleOrCount(deps: SettleDeps, { siteId, tenantId, month, began }: SiteMonth): Promise<void> {
  const { logger, clock, onCommand } = deps;
  const context = systemCommandContext({ commandName: 'SettleMonth', cause: `${siteId} ${month}`, clock });
  const start = systemTimers.monotonic();
  const count = (outcome: string) =>
    onCommand?.({
      commandName: 'SettleSite',
      outcome,
      milliseconds: systemTimers.monotonic() - start,
      correlationId: context.correlationId,
      causationId: context.causationId,
      position: undefined,
    });
  try {
    const isSettled = await settleSite(deps, { siteId, tenantId, began }, context);
    if (isSettled) count('accepted');
  } catch (err) {
    const what = 'the monthly payouts of a site were not generated';
    if (isUnavailable(err)) warnOfFailure(logger, err, what, { siteId, tenantId, month });
    else logger.error({ err, siteId, tenantId, month }, what);
    count(outcomeOf(err));
  }
}

/** @returns false where the tenant's plan has no auto payouts, or money that was collected from it is disputed */
async function settleSite(
  deps: SettleDeps,
  { siteId, tenantId, began }: Omit<SiteMonth, 'month'>,
  context: CommandContext,
) {
  if (!PLANS[await deps.quotas.planOf(tenantId)].limits.autoPayouts) return false;
  const { state: site } = await deps.handler.load(streams.site(siteId), siteFold);
  if (site === null) throw new Error(`site ${siteId} has ledger entries and no events`);
  const settlement = automaticSettlement(deps.payments);
  const { state: fundings } = await deps.handler.load(streams.payoutFunding(tenantId), fundingsFold);
  if (isBlocked(fundings)) return false;
  await generatePayouts(deps, { site, context, settlement, isAutomatic: true, maturedBy: began });
  return true;
}

/** A tenant whose payouts fail now delays no other one: the next run continues with them. */
async function settleAllWithProvider(deps: SettleDeps): Promise<void> {
  const byTenant = new Map<string, TenantPayout[]>();
  for (const place of await deps.places.withProvider()) {
    byTenant.set(place.tenantId, [...(byTenant.get(place.tenantId) ?? []), place]);
  }
  for (const [tenantId, places] of byTenant) {
    await settleWithProvider(deps, tenantId, places).catch((err: unknown) => {
      warnOfFailure(deps.logger, err, 'cannot settle the payouts of a business yet', { tenantId });
    });
  }
}
