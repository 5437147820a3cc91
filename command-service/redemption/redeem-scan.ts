import {
  type EventOf,
  type LimitReachedEvent,
  streams,
  type TillReferenceEvent,
} from '@perktree/contracts/catalogue/events';
import { type PlanId, quotaLimit, startOfNextMonth } from '@perktree/contracts/subscription/plans';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommandContext, deriveUuid, type Execution } from '../engine/command.ts';
import type { Fold } from '../engine/fold.ts';
import { pathFromRoot } from '../qr/decisions/state.ts';
import { offerOf, type QrAtSite } from '../scan/qr-at-site.ts';
import { confirmRedemption, type RedeemBenefit, type RedeemedQr, redeemBenefit } from './decisions/redeem.ts';
import { awaitedRedemption, type RedemptionsState, redemptionsFold, redemptionsInPeriod } from './decisions/state.ts';
import type { TillReference } from './decisions/till-reference.ts';

export interface Redeemed {
  /** RedemptionConfirmed if staff confirmed a redemption of the customer. */
  readonly event: EventOf<'BenefitRedeemed' | 'RedemptionConfirmed'>;
  readonly position: bigint | undefined;
}

export interface Redeeming
  extends Pick<RedeemBenefit, 'scan' | 'confirmedVia' | 'saleAmount' | 'networkId' | 'reference'> {
  readonly found: QrAtSite;
  /** The tenant's plan, if the caller has loaded it. */
  readonly plan?: PlanId;
  /** Further refusals. Not called for a repeated command, whose event is stored already. */
  readonly assertAllowed?: () => void;
  /** Binds the till's reference to the scan. Executed when nothing refuses the redemption, before it is stored. */
  readonly bindReference?: Execution<TillReference, TillReferenceEvent>;
  readonly context: CommandContext;
}

/** The last notice, so that concurrent redemptions give one for each limit of an issue period. */
const limitReachedFold: Fold<LimitReachedEvent['data'] | null, LimitReachedEvent> = {
  initialState: null,
  evolve: (_state, { data }) => data,
};

/** Ids derive from the scan, so a scan is redeemed once. */
export const redemptionIdOf = (scanId: string) => deriveUuid('redemption', scanId);

/**
 * Redeems a scan, by the customer or at the counter. At the counter it confirms a redemption of the customer if there is
 * one.
 * @throws Refused as redeemBenefit, confirmRedemption, assertAllowed and bindReference do; PLAN_LIMIT_REACHED
 */
export async function redeemScan(
  deps: Pick<CommandServiceDeps, 'handler' | 'quotas' | 'logger'>,
  input: Redeeming,
): Promise<Redeemed> {
  const { scan, bindReference, context } = input;
  const { handler, quotas } = deps;
  const stream = streams.redemptions(scan.qrId);
  const decide = decisionOf(input);
  let usesQuota = false;
  const execution = {
    stream,
    fold: redemptionsFold,
    context,
    decide(before: RedemptionsState) {
      const decided = decide(before);
      // A redemption uses quota when the customer redeems it; its confirmation uses none.
      usesQuota = decided.some(({ type }) => type === 'BenefitRedeemed');
      return decided;
    },
  };
  const plan = input.plan ?? (await quotas.planOf(scan.tenantId, handler));
  const isLimited = quotaLimit(plan, 'redemptions') !== null;
  // Only where something is reserved: a refused redemption takes no quota and binds no reference.
  if (isLimited || bindReference !== undefined) {
    const hasAppended = await handler.dryRun(execution);
    if (!hasAppended && bindReference !== undefined) await handler.dryRun(bindReference);
  }
  const execute = async () => {
    if (bindReference !== undefined) await handler.execute(bindReference);
    return handler.execute(execution);
  };
  const quota = { ...quotaOf(input), handler, plan };
  const { events, position, state } =
    isLimited && usesQuota ? await quotas.reserveFor(quota, execute) : await execute();
  const [event] = events;
  if (event?.type !== 'BenefitRedeemed' && event?.type !== 'RedemptionConfirmed') {
    throw new Error(`redeeming scan ${scan.scanId} appended ${event?.type}`);
  }
  if (event.type === 'BenefitRedeemed') await noticeReachedLimit(deps, input, state);
  return { event, position };
}

/** Notes that the redemption was the last one of the limit. The redemption is stored: a notice that fails is left out. */
async function noticeReachedLimit(
  { handler, logger }: Pick<CommandServiceDeps, 'handler' | 'logger'>,
  { scan, found, context }: Pick<Redeeming, 'scan' | 'found' | 'context'>,
  state: RedemptionsState,
): Promise<void> {
  const { qrId, rootQrId, siteId, tenantId, period } = scan;
  const limit = found.qr.terms.maxRedemptions;
  if (limit === null || redemptionsInPeriod(state, period) < limit) return;
  const data = { qrId, rootQrId, siteId, tenantId, period, limit };
  try {
    await handler.execute({
      stream: streams.limitReached(qrId),
      fold: limitReachedFold,
      decide: (last) =>
        last?.period === period && last.limit === limit ? [] : [{ type: 'RedemptionLimitReached', data }],
      context: { ...context, commandId: deriveUuid('limit reached', context.commandId) },
    });
  } catch (err) {
    logger.warn({ err, qrId }, 'a reached limit was not noted');
  }
}

/**
 * Decides the redemption of a scan without storing it.
 * @returns the state of the QR that it was decided on
 * @throws Refused as redeemBenefit, confirmRedemption and assertAllowed do; PLAN_LIMIT_REACHED
 */
export async function tryRedeemScan(
  { handler, quotas }: Pick<CommandServiceDeps, 'handler' | 'quotas'>,
  input: Omit<Redeeming, 'bindReference'>,
): Promise<RedemptionsState> {
  const stream = streams.redemptions(input.scan.qrId);
  const { state } = await handler.load(stream, redemptionsFold);
  const decided = decisionOf(input)(state);
  if (decided.some(({ type }) => type === 'BenefitRedeemed')) {
    await quotas.assertRoom({ ...quotaOf(input), handler });
  }
  return state;
}

/** What a redemption needs of the plan. */
function quotaOf({ scan: { scanId, qrId, tenantId }, context }: Pick<Redeeming, 'scan' | 'context'>) {
  const claim = { id: redemptionIdOf(scanId), stream: streams.redemptions(qrId), until: startOfNextMonth(context.now) };
  return { tenantId, quota: 'redemptions', items: [claim], context } as const;
}

function decisionOf(input: Redeeming): (state: RedemptionsState) => readonly Redeemed['event'][] {
  const { scan, found, assertAllowed, context, confirmedVia, saleAmount, networkId, reference } = input;
  const redemptionId = redemptionIdOf(scan.scanId);
  const qr = redeemedQr(found);
  const { site } = found;
  const { now } = context;
  const entryId = (qrId: string) => deriveUuid('ledger entry', redemptionId, qrId);
  const sale = { scan, site, confirmedBy: context.actor.id, saleAmount, reference, entryId, now };
  return (state) => {
    assertAllowed?.();
    if (confirmedVia !== 'self' && awaitedRedemption(state, scan)) {
      return confirmRedemption(state, { confirmedVia, ...sale });
    }
    return redeemBenefit(state, { redemptionId, qr, confirmedVia, networkId, ...sale });
  };
}

function redeemedQr(found: QrAtSite): RedeemedQr {
  const { qr, tree, treeRevision } = found;
  const { period, expiresAt, isActive } = offerOf(found);
  const path = pathFromRoot(tree, qr.qrId).map(({ qrId, ownerId, terms }) => ({
    qrId,
    ownerId,
    percent: terms.commissionPercent,
  }));
  return { isActive, period, expiresAt, maxRedemptions: qr.terms.maxRedemptions, treeRevision, path };
}
