import { v1PayoutCalls as calls } from '@perktree/contracts/payout/v1-calls';
import type { AuthenticateKey } from '@perktree/platform/http/key-caller';
import { mountKeyCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from './deps.ts';
import { asKey } from './http/business-caller.ts';
import type { PayoutHandlers } from './payout/handlers.ts';
import { mountV1QrRoutes } from './qr/v1-routes.ts';
import { mountV1RedemptionRoutes } from './redemption/v1-routes.ts';

/** The routes of API version 1 for redemptions, QRs and payouts (contracts/catalogue/v1.ts). */
export function mountV1Routes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly authenticateKey: AuthenticateKey; readonly payouts: PayoutHandlers },
): void {
  mountV1RedemptionRoutes(app, deps);
  mountV1QrRoutes(app, deps);
  const { authenticateKey, clock, payouts } = deps;
  const by = (input: Parameters<typeof asKey>[0]) => asKey(input, clock);

  mountKeyCall(app, authenticateKey, calls.v1GeneratePayouts, (input) =>
    payouts.generate(input.body.siteId, by(input)),
  );
  mountKeyCall(app, authenticateKey, calls.v1MarkPayoutPaid, (input) =>
    payouts.markPaid(input.params.payoutId, input.body.reference, by(input)),
  );
  mountKeyCall(app, authenticateKey, calls.v1CancelPayout, (input) =>
    payouts.cancel(input.params.payoutId, input.body.reason, by(input)),
  );
}
