import type { EventData } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import { type LookedUpScan, redemptionCalls } from '@perktree/contracts/redemption/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { warnOfFailure } from '@perktree/platform/outages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import type { CommandContext } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { commandContext } from '../http/command-context.ts';
import type { StaffSites } from '../http/lookups/staff-sites.ts';
import { noteAttempt, orRuleOutcome } from '../http/outcomes/rule-outcome.ts';
import { findScanByToken } from '../scan/find-scan.ts';
import { loadQrAtSite, type QrAtSite } from '../scan/qr-at-site.ts';
import { counterRole, worksAt } from '../site/decisions/state.ts';
import { assertPlanAllowsStaffCodes } from '../subscription/decisions/plan-limits.ts';
import { createCodeEntry } from './code-entry.ts';
import {
  awaitedRedemption,
  type RedemptionsState,
  redemptionsInPeriod,
  redemptionsOfCustomer,
} from './decisions/state.ts';
import { type Redeeming, redeemScan, tryRedeemScan } from './redeem-scan.ts';

const DEFAULT_CUSTOMER_NAME = 'Customer';

/**
 * `POST /api/staff/look-up` and `POST /api/staff/redeem`: by the customer's code, or by the QR on the customer's screen. The
 * customer's own redemption is in customer-route.ts.
 */
export function mountCounterRoutes(app: FastifyInstance, deps: CommandServiceDeps, staffSites: StaffSites): void {
  const { clock } = deps;
  const findByCode = createCodeEntry(staffSites);

  async function findScan(
    handler: CommandHandler,
    body: { readonly redemptionCode?: string | undefined; readonly token?: string | undefined },
    context: CommandContext,
  ): Promise<EventData<'QrScanned'>> {
    if (body.redemptionCode !== undefined) return findByCode(handler, body.redemptionCode, context);
    const scan = body.token === undefined ? null : await findScanByToken(handler, body.token);
    if (scan === null) throw new Refused('INVALID_TOKEN');
    return scan;
  }

  /** The redemption that a caller asks for, and the scan with its site. @throws Refused */
  async function redeemingOf(
    handler: CommandHandler,
    { body, session, request }: CounterRequest,
    commandName: string,
  ): Promise<Redeeming> {
    const context = commandContext({ request, session, clock, commandName });
    const scan = await findScan(handler, body, context);
    // In parallel: streams that have to be read share a round trip.
    const [found, plan] = await Promise.all([
      loadQrAtSite({ handler }, scan),
      deps.quotas.planOf(scan.tenantId, handler),
    ]);
    // Do not reveal scans of sites at which the caller does not work.
    if (!worksAt(found.site, session.userId)) throw new Refused('INVALID_TOKEN');
    noteAttempt(request, { siteId: scan.siteId, qrId: scan.qrId, personId: scan.customerId });
    const role = counterRole(found.site, session.userId);
    return {
      scan,
      found,
      plan,
      context: { ...context, actor: { id: session.userId, role } },
      confirmedVia: body.redemptionCode === undefined ? 'token' : 'code',
      saleAmount: body.saleAmount ?? null,
      networkId: null,
      ...(body.redemptionCode !== undefined && { assertAllowed: () => assertPlanAllowsStaffCodes(plan) }),
    };
  }

  mountCall(app, deps.authenticate, redemptionCalls.lookUpScan, (counter) =>
    orRuleOutcome(() =>
      deps.handler.run(async (handler) => {
        const redeeming = await redeemingOf(handler, counter, 'LookUpScan');
        const { scan, found } = redeeming;
        const [state, customerName] = await Promise.all([
          // The lowest amount: the amount is not known yet.
          tryRedeemScan({ ...deps, handler }, { ...redeeming, saleAmount: '0.00' }),
          nameOf(deps, scan.customerId),
        ]);
        return { answer: { success: true, message: '', scan: lookedUp(scan, found, state, customerName) } };
      }),
    ),
  );

  mountCall(app, deps.authenticate, redemptionCalls.staffRedeem, (counter) =>
    orRuleOutcome(async () => {
      const { scan, event, position, customerName } = await deps.handler.run(async (handler) => {
        const redeeming = await redeemingOf(handler, counter, 'RedeemBenefitAtCounter');
        const { scan } = redeeming;
        const redeemed = redeemScan({ ...deps, handler }, redeeming);
        const [done, customerName] = await Promise.all([redeemed, nameOf(deps, scan.customerId)]);
        return { scan, customerName, ...done };
      });
      const { redemptionId: id, saleAmount, currency } = event.data;
      return {
        answer: {
          success: true,
          message: 'Customer benefit has been validated successfully.',
          redemption: {
            id,
            customerName,
            saleAmount,
            currency,
            benefit: benefitDisplay(scan.benefit, currency),
            benefitTerms: { ...scan.benefit, currency },
          },
        },
        position,
      };
    }),
  );
}

interface CounterRequest {
  readonly body: {
    readonly redemptionCode?: string | undefined;
    readonly token?: string | undefined;
    readonly saleAmount?: string | undefined;
  };
  readonly session: Session;
  readonly request: FastifyRequest;
}

function lookedUp(
  scan: EventData<'QrScanned'>,
  { site, qr }: QrAtSite,
  state: RedemptionsState,
  customerName: string,
): LookedUpScan {
  const { period, customerId, benefit, qrName, expiresAt } = scan;
  const { defaultSaleAmount, maxSaleAmount, maxRedemptionsPerCustomer, staffRedeemInOneStep } = site.configuration;
  return {
    benefit: benefitDisplay(benefit, site.currency),
    benefitTerms: { ...benefit, currency: site.currency },
    qrName,
    customerName,
    siteName: site.name,
    currency: site.currency,
    defaultSaleAmount,
    maxSaleAmount,
    expiresAtUtc: expiresAt,
    redeemsInOneStep: staffRedeemInOneStep,
    awaitsConfirmation: awaitedRedemption(state, scan) !== undefined,
    redemptions: { used: redemptionsInPeriod(state, period), most: qr.terms.maxRedemptions },
    redemptionsOfCustomer: {
      used: redemptionsOfCustomer(state, period, customerId ?? '').counted,
      most: maxRedemptionsPerCustomer,
    },
  };
}

/** Never throws: the redemption is stored, and the name is only displayed. */
async function nameOf({ accounts, logger }: CommandServiceDeps, userId: string | null): Promise<string> {
  if (userId === null) return DEFAULT_CUSTOMER_NAME;
  try {
    return (await accounts.displayNames([userId])).get(userId) ?? DEFAULT_CUSTOMER_NAME;
  } catch (err) {
    warnOfFailure(logger, err, 'cannot load the name of a customer');
    return DEFAULT_CUSTOMER_NAME;
  }
}
