import { type ScanAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { noteAttempt } from '../http/outcomes/attempt.ts';
import { orRuleOutcome } from '../http/outcomes/rule-outcome.ts';
import { assertInUse } from '../qr/decisions/rules.ts';
import { scanAsCustomer, scanAsVisitor } from './open-scan.ts';
import { findByToken, offerOf } from './qr-at-site.ts';
import { type NewRedemptionCode, randomRedemptionCode } from './redemption-code.ts';
import { customerAnswer, distributorAnswer, visitorAnswer } from './scan-answer.ts';
import { deviceIdOf } from './scan-id.ts';

/**
 * `POST /api/scan`. A customer token opens a scan of the signed-in customer, or counts a visitor once an hour. A distributor
 * token only shows the offer: it records nothing, because conversion is measured by customers' scans.
 */
export function mountScanRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps,
  { newCode }: { readonly newCode: NewRedemptionCode } = { newCode: randomRedemptionCode },
): void {
  const { handler, clock } = deps;

  mountCall(app, deps.authenticate, scanningCalls.scan, ({ body: { token }, session, request, reply }) =>
    orRuleOutcome(async (): Promise<{ answer: ScanAnswer; position?: bigint | undefined }> => {
      const refresh = handler.refresh();
      const found = await findByToken(deps, token, refresh);
      noteAttempt(request, { siteId: found.tree.siteId, qrId: found.qr.qrId });
      if (found.kind === 'distributor') {
        assertInUse({ ...found.qr, isActive: offerOf(found).isActive }, clock().toISOString());
        return { answer: distributorAnswer(found, token) };
      }
      const visitorId = await deps.visitorIdOf(request, reply, session?.userId ?? null);
      const deviceId = deviceIdOf(visitorId);
      const context = commandContext({
        ...{ request, session, clock, refresh },
        ...{ commandName: 'ScanQr', role: 'customer', visitorId: deviceId },
      });
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
