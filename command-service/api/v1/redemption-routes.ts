import { createHash } from 'node:crypto';
import type { EventData, TillReferenceEvent } from '@perktree/contracts/events/catalogue';
import { v1Calls } from '@perktree/contracts/http/v1';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import type { AuthenticateKey, KeyCaller } from '@perktree/platform/http/key-caller';
import { mountKeyCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { assertPlanAllowsStaffCodes } from '../../domain/subscription/decider.ts';
import { type TillReference, tillReferenceDecider, useTillReference } from '../../domain/till-reference/decider.ts';
import type { CommandContext, Execution } from '../../engine/command.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { nextTick } from '../../engine/stream-state.ts';
import { asKey, siteFor } from '../business-caller.ts';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { noteAttempt } from '../outcomes/attempt.ts';
import { findScanByToken } from '../redemption/find-scan.ts';
import { type Redeemed, type Redeeming, redeemScan, redemptionIdOf } from '../redemption/redeem-scan.ts';
import { createReverse } from '../redemption/reverse.ts';
import { loadQrAtSite } from '../scan/qr-at-site.ts';
import { createFindOwnRedemption, type OwnRedemption } from './own-redemption.ts';
import { createFindScanOfTill } from './till-code.ts';

/** The calls of tills (contracts/http/v1.ts). */
export function mountV1RedemptionRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly authenticateKey: AuthenticateKey },
): void {
  const { handler, authenticateKey: authenticate, clock } = deps;
  const redemptions = createFindOwnRedemption(deps);
  const findScanOfTill = createFindScanOfTill(handler);
  const reverse = createReverse(deps);

  mountKeyCall(app, authenticate, v1Calls.v1CreateRedemption, async ({ body, key, request }) => {
    const { siteId, reference = null } = body;
    const receivedAt = nextTick();
    const context = commandContext({ request, session: null, key, clock, commandName: 'RedeemAtTill', receivedAt });
    const site = await siteFor(handler, asKey({ key, request }, clock), siteId);
    const earlier = await redemptionOf(key, siteId, reference);
    if (earlier !== null) return { answer: withoutReversal(earlier), status: 200 };
    const scan =
      body.code === undefined
        ? await scanOfToken(body.token, siteId, receivedAt)
        : await findScanOfTill(site, body.code, context);
    noteAttempt(request, { siteId, qrId: scan.qrId, personId: scan.customerId });
    const [found, plan] = await Promise.all([
      loadQrAtSite(deps, scan, receivedAt),
      deps.quotas.planOf(scan.tenantId, receivedAt),
    ]);
    const redeeming: Redeeming = {
      ...{ scan, found, plan, context, reference, networkId: null, saleAmount: body.saleAmount ?? null },
      confirmedVia: body.code === undefined ? 'token' : 'code',
      ...(body.code !== undefined && { assertAllowed: () => assertPlanAllowsStaffCodes(plan) }),
      ...(reference !== null && { bindReference: binding(reference, scan, context) }),
    };
    let event: Redeemed['event'];
    try {
      ({ event } = await redeemScan(deps, redeeming));
    } catch (err) {
      // Of two concurrent requests with one reference, one redeems and the other returns that redemption.
      const redeemed = err instanceof Refused ? await redemptionOf(key, siteId, reference) : null;
      if (redeemed === null) throw err;
      return { answer: withoutReversal(redeemed), status: 200 };
    }
    const redeemed = await redemptionAfter(key, event);
    return { answer: withoutReversal(redeemed), position: BigInt(redeemed.position) };
  });

  mountKeyCall(app, authenticate, v1Calls.v1Redemption, async ({ params, key }) => {
    const found = await redemptions.newest(key, params.redemptionId);
    if (found === null) throw new Refused('REDEMPTION_NOT_FOUND');
    return { answer: found };
  });

  mountKeyCall(app, authenticate, v1Calls.v1ReverseRedemption, async ({ params, body, key, request }) => {
    const { redemptionId } = params;
    const found = await redemptions.known(key, redemptionId);
    if (found === null) throw new Refused('REDEMPTION_NOT_FOUND');
    const context = commandContext({ request, session: null, key, clock, commandName: 'ReverseRedemptionAtTill' });
    const { reason, amount } = body;
    const { event, position } = await reverse({ redemptionId, tenantId: key.tenantId, reason, amount, context });
    const { reversalId: id, whole } = event.data;
    return {
      answer: { id, redemptionId, amount: event.data.amount, whole, position: String(position ?? '') },
      position,
    };
  });

  /** The redemption with the event. @throws Refused READ_MODEL_BEHIND */
  async function redemptionAfter(key: KeyCaller, { type, data }: Redeemed['event']): Promise<OwnRedemption> {
    // A confirmed redemption is known already, maybe without the confirmed sale.
    const find = type === 'RedemptionConfirmed' ? redemptions.newest : redemptions.known;
    const redeemed = await find(key, data.redemptionId);
    if (redeemed === null) throw new Refused('READ_MODEL_BEHIND');
    return redeemed;
  }

  /** The redemption of a reference; null: none yet. */
  async function redemptionOf(key: KeyCaller, siteId: string, reference: string | null): Promise<OwnRedemption | null> {
    if (reference === null) return null;
    const used = await handler.loadUncached(referenceStream(siteId, reference), tillReferenceDecider);
    if (used === null) return null;
    const known = await redemptions.known(key, used.redemptionId);
    // The read model may not have the confirmation that carries the reference yet.
    const found = known?.reference === null ? await redemptions.newest(key, used.redemptionId) : known;
    // Staff may have redeemed the scan meanwhile.
    return found?.reference === reference ? found : null;
  }

  /** The scan of a token. @throws Refused INVALID_TOKEN, also for a scan of another site */
  async function scanOfToken(
    token: string | undefined,
    siteId: string,
    receivedAt: number,
  ): Promise<EventData<'QrScanned'>> {
    const scan = token === undefined ? null : await findScanByToken(handler, token, receivedAt);
    if (scan === null || scan.siteId !== siteId) throw new Refused('INVALID_TOKEN');
    return scan;
  }
}

const referenceStream = (siteId: string, reference: string) =>
  streams.tillReference(siteId, createHash('sha256').update(reference).digest('hex'));

/** Binds a reference to a scan, as a part of a command with its own command id. */
function binding(
  reference: string,
  { siteId, tenantId, qrId, scanId }: EventData<'QrScanned'>,
  context: CommandContext,
): Execution<TillReference, TillReferenceEvent> {
  const use = { siteId, tenantId, qrId, scanId, reference, redemptionId: redemptionIdOf(scanId) };
  return {
    stream: referenceStream(siteId, reference),
    decider: tillReferenceDecider,
    decide: (state) => useTillReference(state, use),
    context: { ...context, commandId: deriveUuid('till reference', context.commandId) },
  };
}

function withoutReversal({ reversedAt: _, ...redemption }: OwnRedemption) {
  return redemption;
}
