import type { AuthenticateKey } from '@perktree/platform/http/key-caller';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from './deps.ts';
import type { PayoutHandlers } from './payout/handlers.ts';
import { mountV1PayoutRoutes } from './payout/v1-routes.ts';
import { mountV1QrRoutes } from './qr/v1-routes.ts';
import { mountV1RedemptionRoutes } from './redemption/v1-routes.ts';

/** The routes of API version 1 for redemptions, QRs and payouts (contracts/catalogue/v1.ts). */
export function mountV1Routes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly authenticateKey: AuthenticateKey; readonly payouts: PayoutHandlers },
): void {
  mountV1RedemptionRoutes(app, deps);
  mountV1QrRoutes(app, deps);
  mountV1PayoutRoutes(app, deps);
}
