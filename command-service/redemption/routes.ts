import { benefitDisplay } from '@perktree/contracts/benefit';
import type { EventData } from '@perktree/contracts/events/catalogue';
import { scanningCalls } from '@perktree/contracts/http/scanning';
import { Refused } from '@perktree/contracts/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import type { FastifyInstance } from 'fastify';
import { type CommandContext, commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { assertPlanAllowsStaffCodes } from '../domain/subscription/decide-quota.ts';
import { createStaffSites, type StaffSites } from '../lookups/staff-sites.ts';
import { noteAttempt } from '../outcomes/attempt.ts';
import { scanAsCustomer } from '../scan/open-scan.ts';
import { findByToken, loadQrAtSite } from '../scan/qr-at-site.ts';
import { type NewRedemptionCode, randomRedemptionCode } from '../scan/redemption-code.ts';
import { orRuleOutcome } from '../scan/rule-outcome.ts';
import { deviceIdOf, networkIdAt } from '../scan/scan-id.ts';
import { signedIn } from '../signed-in.ts';
import { createCodeEntry } from '../staff-codes/code-entry.ts';
import { counterRole, worksAt } from '../staff-codes/counter.ts';
import { findScanByToken } from './find-scan.ts';
import { redeemScan } from './redeem-scan.ts';

/** Specification 2.7. */
const DEFAULT_CUSTOMER_NAME = 'Customer';

export interface RedemptionOptions {
  readonly newCode?: NewRedemptionCode;
  readonly staffSites?: StaffSites;
}

/** `POST /api/redeem` and `POST /api/staff/redeem`. */
export function mountRedemptionRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps,
  { newCode = randomRedemptionCode, staffSites = createStaffSites(deps) }: RedemptionOptions = {},
): void {
  mountCustomerRedeem(app, deps, newCode);
  mountStaffRedeem(app, deps, staffSites);
}

/** The customer's own: their scan of the QR in its current period, opened if they have never scanned it. */
function mountCustomerRedeem(app: FastifyInstance, deps: CommandServiceDeps, newCode: NewRedemptionCode): void {
  const { handler, clock } = deps;

  mountCall(app, deps.authenticate, scanningCalls.redeem, ({ body, session: maybe, request, reply }) =>
    orRuleOutcome(async () => {
      const session = signedIn(maybe);
      const found = await findByToken(deps, body.token);
      noteAttempt(request, { siteId: found.tree.siteId, qrId: found.qr.qrId });
      if (found.kind !== 'customer') throw new Refused('WRONG_TOKEN_KIND');
      const context = commandContext({ request, session, commandName: 'RedeemBenefit', clock, role: 'customer' });
      const deviceId = deviceIdOf(await deps.visitorIdOf(request, reply, session.userId));
      const visit = { found, deviceId, context, customerId: session.userId, opens: 'first' } as const;
      const { scan } = await scanAsCustomer({ handler, newCode }, visit);
      const networkId = deps.networkIdOf ? networkIdAt(found.tree.siteId, deps.networkIdOf(request)) : null;
      const redeeming = { scan, found, context, confirmedVia: 'self', saleAmount: null, networkId } as const;
      const redeemed = await redeemScan(deps, redeeming);
      const { event, position } = redeemed;
      const awaitsConfirmation = event.type === 'BenefitRedeemed' && event.data.awaitsConfirmation !== null;
      return {
        answer: {
          success: true,
          message: 'Your benefit has been redeemed successfully!',
          redemptionId: event.data.redemptionId,
          awaitsConfirmation,
        },
        position,
      };
    }),
  );
}

/** At the counter: by the code that the customer reads out, or by the QR on their screen. */
function mountStaffRedeem(app: FastifyInstance, deps: CommandServiceDeps, staffSites: StaffSites): void {
  const { handler, clock } = deps;
  const codeEntry = createCodeEntry({ handler, staffSites });

  async function findScan(
    body: { readonly redemptionCode?: string | undefined; readonly token?: string | undefined },
    context: CommandContext,
  ): Promise<EventData<'QrScanned'>> {
    if (body.redemptionCode !== undefined) return codeEntry.find(body.redemptionCode, context);
    const scan = body.token === undefined ? null : await findScanByToken(handler, body.token);
    if (scan === null) throw new Refused('INVALID_TOKEN');
    return scan;
  }

  mountCall(app, deps.authenticate, scanningCalls.staffRedeem, ({ body, session: maybe, request }) =>
    orRuleOutcome(async () => {
      const session = signedIn(maybe);
      const asked = commandContext({ request, session, commandName: 'RedeemBenefitAtCounter', clock });
      const scan = await findScan(body, asked);
      // All that decides, at once: what is asked of the store at the same time is one question.
      const [found, plan] = await Promise.all([loadQrAtSite(deps, scan), deps.quotas.planOf(scan.tenantId)]);
      // The scan of a site that one does not work at is not one's to know of.
      if (!worksAt(found.site, session.userId)) throw new Refused('INVALID_TOKEN');
      noteAttempt(request, { siteId: scan.siteId, qrId: scan.qrId, personId: scan.customerId });
      const role = counterRole(found.site, session.userId);
      const redeeming = redeemScan(deps, {
        ...{ scan, found, plan, context: { ...asked, actor: { id: session.userId, role } } },
        confirmedVia: body.redemptionCode === undefined ? 'token' : 'code',
        saleAmount: body.saleAmount ?? null,
        networkId: null,
        ...(body.redemptionCode !== undefined && { assertAllowed: () => assertPlanAllowsStaffCodes(plan) }),
      });
      const [{ event, position }, customerName] = await Promise.all([redeeming, nameOf(deps, scan.customerId)]);
      const { redemptionId: id, saleAmount, currency } = event.data;
      const { benefit } = scan;
      return {
        answer: {
          success: true,
          message: 'Customer benefit has been validated successfully.',
          redemption: { id, benefit: benefitDisplay(benefit, currency), customerName, saleAmount, currency },
        },
        position,
      };
    }),
  );
}

/** A name is for show: that it cannot be had now does not undo a redemption that is stored. */
async function nameOf({ accounts, logger }: CommandServiceDeps, userId: string | null): Promise<string> {
  if (userId === null) return DEFAULT_CUSTOMER_NAME;
  try {
    return (await accounts.displayNames([userId])).get(userId) ?? DEFAULT_CUSTOMER_NAME;
  } catch (err) {
    warnOfFailure(logger, err, 'the name of a customer could not be had');
    return DEFAULT_CUSTOMER_NAME;
  }
}
