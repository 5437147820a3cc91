import type { EventData } from '@perktree/contracts/events/catalogue';
import type { PlanId } from '@perktree/contracts/plans';
import { streams } from '@perktree/contracts/streams';
import type { CommandContext } from '../command-context.ts';
import { pathFromRoot } from '../commission-tree/rules.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { offerOf, type QrAtSite } from '../scan/qr-at-site.ts';
import { executeTaking } from '../subscription/execute-taking.ts';
import { startOfNextMonth } from '../subscription/redemptions-of-month.ts';
import { type RedeemBenefit, type RedeemedQr, redeemBenefit } from './decide-redeem.ts';
import { redemptionsDecider } from './decider.ts';

export interface Redeemed {
  readonly redemption: EventData<'BenefitRedeemed'>;
  readonly position: bigint | undefined;
}

/**
 * Redeems a scan, whoever confirms it. The ids derive from the scan: there is one redemption of it, in any process.
 * @throws Refused as redeemBenefit and assertAllowed do; PLAN_LIMIT_REACHED
 */
export async function redeemScan(
  deps: Pick<CommandServiceDeps, 'handler' | 'quotas'>,
  input: Pick<RedeemBenefit, 'scan' | 'confirmedVia' | 'saleAmount'> & {
    readonly found: QrAtSite;
    /** The tenant's, as it was loaded together with the rest; left out: it is loaded now. */
    readonly plan?: PlanId;
    /** Refuses what may be stored already by this very command, which is then not refused any more. */
    readonly assertAllowed?: () => void;
    readonly context: CommandContext;
  },
): Promise<Redeemed> {
  const { scan, found, plan, assertAllowed, context, confirmedVia, saleAmount } = input;
  const redemptionId = deriveUuid('redemption', scan.scanId);
  const qr = redeemedQr(found, redemptionId);
  const confirmedBy = context.actor.id;
  const stream = streams.redemptions(scan.qrId);
  const items = [{ id: redemptionId, stream, until: startOfNextMonth(context.now) }];
  const quota = { tenantId: scan.tenantId, quota: 'redemptions', items, ...(plan && { plan }) } as const;
  const { events, position } = await executeTaking(deps, quota, {
    stream,
    decider: redemptionsDecider,
    decide: (state) => {
      assertAllowed?.();
      return redeemBenefit(state, {
        ...{ redemptionId, scan, qr, confirmedVia, confirmedBy, saleAmount },
        site: found.site,
        now: context.now,
      });
    },
    context,
  });
  const [event] = events;
  if (event?.type !== 'BenefitRedeemed') throw new Error(`redeeming scan ${scan.scanId} appended ${event?.type}`);
  return { redemption: event.data, position };
}

function redeemedQr(found: QrAtSite, redemptionId: string): RedeemedQr {
  const { qr, tree, treeRevision } = found;
  const { period, expiresAt, isActive } = offerOf(found);
  const path = pathFromRoot(tree, qr.qrId).map(({ qrId, ownerId, terms }) => ({
    ...{ qrId, ownerId, percent: terms.commissionPercent },
    entryId: deriveUuid('ledger entry', redemptionId, qrId),
  }));
  return { isActive, period, expiresAt, maxRedemptions: qr.terms.maxRedemptions, treeRevision, path };
}
