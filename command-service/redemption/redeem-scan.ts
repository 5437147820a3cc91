import type { EventOf } from '@perktree/contracts/events/catalogue';
import { type PlanId, quotaLimit } from '@perktree/contracts/plans';
import { streams } from '@perktree/contracts/streams';
import type { CommandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { pathFromRoot } from '../domain/commission-tree/rules.ts';
import { confirmRedemption } from '../domain/redemption/decide-confirm.ts';
import { type RedeemBenefit, type RedeemedQr, redeemBenefit } from '../domain/redemption/decide-redeem.ts';
import { awaitedRedemption, redemptionsDecider } from '../domain/redemption/decider.ts';
import type { RedemptionsState } from '../domain/redemption/state.ts';
import { offerOf, type QrAtSite } from '../scan/qr-at-site.ts';
import { executeTaking } from '../subscription/execute-taking.ts';
import { startOfNextMonth } from '../subscription/redemptions-of-month.ts';

export interface Redeemed {
  /** What was appended: staff may have confirmed what the customer had redeemed. */
  readonly event: EventOf<'BenefitRedeemed' | 'RedemptionConfirmed'>;
  readonly position: bigint | undefined;
}

/**
 * Redeems a scan, by the customer or at the counter; at the counter it confirms what the customer has redeemed already.
 * The ids derive from the scan: there is one redemption of it, in any process.
 * @throws Refused as redeemBenefit, confirmRedemption and assertAllowed do; PLAN_LIMIT_REACHED
 */
export async function redeemScan(
  deps: Pick<CommandServiceDeps, 'handler' | 'quotas'>,
  input: Pick<RedeemBenefit, 'scan' | 'confirmedVia' | 'saleAmount' | 'networkId'> & {
    readonly found: QrAtSite;
    /** The tenant's, as it was loaded together with the rest; left out: it is loaded now. */
    readonly plan?: PlanId;
    /** Refuses what may be stored already by this very command, which is then not refused any more. */
    readonly assertAllowed?: () => void;
    readonly context: CommandContext;
  },
): Promise<Redeemed> {
  const { scan, found, plan, assertAllowed, context, confirmedVia, saleAmount, networkId } = input;
  const redemptionId = deriveUuid('redemption', scan.scanId);
  const qr = redeemedQr(found, redemptionId);
  const confirmedBy = context.actor.id;
  const stream = streams.redemptions(scan.qrId);
  const items = [{ id: redemptionId, stream, until: startOfNextMonth(context.now) }];
  const quota = { tenantId: scan.tenantId, quota: 'redemptions', items, ...(plan && { plan }) } as const;
  const { site } = found;
  const { now } = context;
  const decide = (state: RedemptionsState) => {
    assertAllowed?.();
    if (confirmedVia !== 'self' && awaitedRedemption(state, scan)) {
      const entryId = (qrId: string) => ledgerEntryId(redemptionId, qrId);
      return confirmRedemption(state, { scan, site, confirmedVia, confirmedBy, saleAmount, entryId, now });
    }
    return redeemBenefit(state, {
      redemptionId,
      scan,
      qr,
      site,
      confirmedVia,
      confirmedBy,
      saleAmount,
      networkId,
      now,
    });
  };
  const execution = { stream, decider: redemptionsDecider, decide, context };
  const { events, position } = (await takesQuota(deps, input))
    ? await executeTaking(deps, quota, execution)
    : await deps.handler.execute(execution);
  const [event] = events;
  if (event?.type !== 'BenefitRedeemed' && event?.type !== 'RedemptionConfirmed') {
    throw new Error(`redeeming scan ${scan.scanId} appended ${event?.type}`);
  }
  return { event, position };
}

/** A redemption counts towards the plan's month when the customer redeems it: confirming it takes nothing more. */
async function takesQuota(
  { handler }: Pick<CommandServiceDeps, 'handler'>,
  { scan, plan, confirmedVia }: Pick<Parameters<typeof redeemScan>[1], 'scan' | 'plan' | 'confirmedVia'>,
): Promise<boolean> {
  if (plan !== undefined && quotaLimit(plan, 'redemptions') === null) return false;
  if (confirmedVia === 'self') return true;
  const { state } = await handler.load(streams.redemptions(scan.qrId), redemptionsDecider);
  return awaitedRedemption(state, scan) === undefined;
}

const ledgerEntryId = (redemptionId: string, qrId: string) => deriveUuid('ledger entry', redemptionId, qrId);

function redeemedQr(found: QrAtSite, redemptionId: string): RedeemedQr {
  const { qr, tree, treeRevision } = found;
  const { period, expiresAt, isActive } = offerOf(found);
  const path = pathFromRoot(tree, qr.qrId).map(({ qrId, ownerId, terms }) => ({
    ...{ qrId, ownerId, percent: terms.commissionPercent },
    entryId: ledgerEntryId(redemptionId, qrId),
  }));
  return { isActive, period, expiresAt, maxRedemptions: qr.terms.maxRedemptions, treeRevision, path };
}
