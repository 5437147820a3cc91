import { Refused } from '@perktree/contracts/kernel/refusals';
import { redemptionCalls } from '@perktree/contracts/redemption/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { noteAttempt, orRuleOutcome } from '../http/outcomes/rule-outcome.ts';
import {
  deviceIdOf,
  type NewRedemptionCode,
  networkIdAt,
  randomRedemptionCode,
  scanAsCustomer,
} from '../scan/open-scan.ts';
import { findByToken } from '../scan/qr-at-site.ts';
import { redeemScan } from './redeem-scan.ts';

/** `POST /api/redeem`: the customer redeems their scan of the QR in its current period. Opens the scan if none exists. */
export function mountCustomerRoute(
  app: FastifyInstance,
  deps: CommandServiceDeps,
  newCode: NewRedemptionCode = randomRedemptionCode,
): void {
  mountCall(app, deps.authenticate, redemptionCalls.redeem, ({ body, session, request, reply }) => {
    let visitor: Promise<string> | undefined;
    return orRuleOutcome(() =>
      deps.handler.run(async (handler) => {
        const found = await findByToken({ ...deps, handler }, body.token);
        noteAttempt(request, { siteId: found.tree.siteId, qrId: found.qr.qrId });
        if (found.kind !== 'customer') throw new Refused('WRONG_TOKEN_KIND');
        const context = commandContext({
          request,
          session,
          clock: deps.clock,
          commandName: 'RedeemBenefit',
          role: 'customer',
        });
        visitor ??= deps.visitorIdOf(request, reply, session.userId);
        const deviceId = deviceIdOf(await visitor);
        const visit = { found, deviceId, context, customerId: session.userId, opens: 'first' } as const;
        const { scan } = await scanAsCustomer({ handler, newCode }, visit);
        const networkId = deps.networkIdOf ? networkIdAt(found.tree.siteId, deps.networkIdOf(request)) : null;
        const redeeming = { scan, found, context, confirmedVia: 'self', saleAmount: null, networkId } as const;
        const { event, position } = await redeemScan({ ...deps, handler }, redeeming);
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
  });
}
