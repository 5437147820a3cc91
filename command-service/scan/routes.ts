import type { Benefit } from '@perktree/contracts/qr/benefit';
import { type ScanAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { commandContext } from '../http/command-context.ts';
import { noteAttempt, orRuleOutcome } from '../http/outcomes/rule-outcome.ts';
import { assertInUse, pathFromRoot } from '../qr/decisions/state.ts';
import { worksAt } from '../site/decisions/state.ts';
import {
  type CustomerScan,
  deviceIdOf,
  type NewRedemptionCode,
  randomRedemptionCode,
  scanAsCustomer,
  scanAsVisitor,
} from './open-scan.ts';
import { findByToken, offerOf, type QrAtSite } from './qr-at-site.ts';

const MESSAGE = 'QR code scanned';

/** A distributor needs to see the offer to decide whether to claim it. Everyone else sees it as a visitor does. */
function distributorAnswer(found: QrAtSite, token: string, session: Session | null): ScanAnswer {
  const { terms } = found.qr;
  const benefit = session?.allRoles.includes('distributor') ? terms.benefit : offeredBenefit(found);
  const qr = { ...shown(found, terms.name, benefit), commissionPercent: terms.commissionPercent };
  return { success: true, message: MESSAGE, intent: 'distributor', token, qr };
}

/** The scan of a visitor shows the current benefit, unless the site hides it until redemption. */
function visitorAnswer(found: QrAtSite, token: string): ScanAnswer {
  const qr = shown(found, found.qr.terms.name, offeredBenefit(found));
  return { success: true, message: MESSAGE, intent: 'customer', token, qr };
}

/** What is shown before a redemption; null: hidden until then. */
function offeredBenefit({ qr, site }: QrAtSite): Benefit | null {
  return site.configuration.showBenefitBeforeRedeem ? qr.terms.benefit : null;
}

/** The scan of a customer shows its frozen benefit, and the code and token while staff can redeem or confirm it. */
function customerAnswer(
  found: QrAtSite,
  token: string,
  { scan, isRedeemed, awaitsConfirmation }: CustomerScan,
): ScanAnswer {
  const benefit = isRedeemed || found.site.configuration.showBenefitBeforeRedeem ? scan.benefit : null;
  const { customerId } = scan;
  const earns = pathFromRoot(found.tree, found.qr.qrId).some(({ ownerId }) => ownerId === customerId);
  const redeemsAtCounter =
    found.site.configuration.selfRedemption === 'off' || (customerId !== null && worksAt(found.site, customerId));
  const isOpen = (!isRedeemed && !earns) || awaitsConfirmation;
  const { scanId, redemptionCode, redemptionToken } = scan;
  return {
    success: true,
    message: MESSAGE,
    intent: 'customer',
    token,
    scanId,
    qr: shown(found, scan.qrName, benefit),
    ...(isOpen && redemptionCode !== null && redemptionToken !== null && { redemptionCode, redemptionToken }),
    ...(awaitsConfirmation && { awaitsConfirmation }),
    ...(redeemsAtCounter && { redeemsAtCounter }),
    ...(!isOpen && { redeemObstacle: isRedeemed ? 'redeemed' : 'own_share' }),
  };
}

/** @param benefit null: hidden until redemption */
function shown({ qr, site }: QrAtSite, name: string, benefit: Benefit | null): NonNullable<ScanAnswer['qr']> {
  return {
    name,
    // The name that customers know.
    siteName: site.brand?.name ?? site.name,
    currency: site.currency,
    ...(benefit ?? { type: null, discountPercent: null, discountFixedAmount: null, textReward: null }),
    // Customers must not see what distributors earn.
    commissionPercent: null,
    expiresAtUtc: qr.expiresAt,
  };
}

/**
 * `POST /api/scan`. A customer token opens a scan of the signed-in customer, or counts a visitor once an hour. A distributor
 * token only shows the offer: it records nothing, because conversion is measured by customers' scans.
 */
export function mountScanRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps,
  { newCode }: { readonly newCode: NewRedemptionCode } = { newCode: randomRedemptionCode },
): void {
  const { clock } = deps;

  mountCall(app, deps.authenticate, scanningCalls.scan, ({ body: { token }, session, request, reply }) => {
    let visitor: Promise<string> | undefined;
    const scan = async (handler: CommandHandler): Promise<{ answer: ScanAnswer; position?: bigint | undefined }> => {
      const found = await findByToken({ ...deps, handler }, token);
      noteAttempt(request, { siteId: found.tree.siteId, qrId: found.qr.qrId });
      if (found.kind === 'distributor') {
        assertInUse({ ...found.qr, isActive: offerOf(found).isActive }, clock().toISOString());
        return { answer: distributorAnswer(found, token, session) };
      }
      visitor ??= deps.visitorIdOf(request, reply, session?.userId ?? null);
      const visitorId = await visitor;
      const deviceId = deviceIdOf(visitorId);
      const context = commandContext({
        request,
        session,
        clock,
        commandName: 'ScanQr',
        role: 'customer',
        visitorId: deviceId,
      });
      if (session === null) {
        const position = await scanAsVisitor({ handler }, { found, visitorId, deviceId, context });
        return { answer: visitorAnswer(found, token), position };
      }
      const opened = await scanAsCustomer(
        { handler, newCode },
        { found, deviceId, context, customerId: session.userId, opens: 'next' },
      );
      return { answer: customerAnswer(found, token, opened), position: opened.position };
    };
    return orRuleOutcome(() => deps.handler.run(scan));
  });
}
