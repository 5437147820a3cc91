import { type ScanAnswer, scanningCalls } from '@perktree/contracts/http/scanning';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { assertInUse } from '../domain/commission-tree/rules.ts';
import { noteAttempt } from '../outcomes/attempt.ts';
import { scanAsCustomer, scanAsVisitor } from './open-scan.ts';
import { findByToken, offerOf } from './qr-at-site.ts';
import { type NewRedemptionCode, randomRedemptionCode } from './redemption-code.ts';
import { orRuleOutcome } from './rule-outcome.ts';
import { customerAnswer, distributorAnswer, visitorAnswer } from './scan-answer.ts';
import { deviceIdOf } from './scan-id.ts';

/**
 * `POST /api/scan`. Customer tokens are scans: of the signed-in customer, or of a visitor, once an hour. A distributor
 * token tells about the opportunity and records nothing: scans are what customers do, and what conversion is measured by.
 */
export function mountScanRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps,
  { newCode }: { readonly newCode: NewRedemptionCode } = { newCode: randomRedemptionCode },
): void {
  const { handler, clock } = deps;

  mountCall(app, deps.authenticate, scanningCalls.scan, ({ body: { token }, session, request, reply }) =>
    orRuleOutcome(async (): Promise<{ answer: ScanAnswer; position?: bigint | undefined }> => {
      const found = await findByToken(deps, token);
      noteAttempt(request, { siteId: found.tree.siteId, qrId: found.qr.qrId });
      if (found.kind === 'distributor') {
        assertInUse({ ...found.qr, isActive: offerOf(found).isActive }, clock().toISOString());
        return { answer: distributorAnswer(found, token) };
      }
      const visitorId = await deps.visitorIdOf(request, reply, session?.userId ?? null);
      const deviceId = deviceIdOf(visitorId);
      const asked = { request, session, commandName: 'ScanQr', clock, role: 'customer', visitorId: deviceId } as const;
      const context = commandContext(asked);
      if (session === null) {
        const position = await scanAsVisitor({ handler }, { found, visitorId, deviceId, context });
        return { answer: visitorAnswer(found, token), position };
      }
      const scan = await scanAsCustomer(
        { handler, newCode },
        { found, deviceId, context, customerId: session.userId, opens: 'next' },
      );
      return { answer: customerAnswer(found, token, scan), position: scan.position };
    }),
  );
}
