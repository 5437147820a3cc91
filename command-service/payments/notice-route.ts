import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deriveUuid } from '../engine/derive-uuid.ts';
import { systemCommandContext } from '../http/command-context.ts';
import type { PayoutNotice } from '../payout/payout-notices.ts';
import type { PlanChanges } from '../subscription/plan-changes.ts';
import type { PaymentNotices } from './port.ts';

/**
 * The webhook that the payment provider calls. The provider defines its body and no client of the product calls it, so it is
 * declared in contracts/catalogue/other-calls.ts. Its scope does not parse bodies, because the signature is over the raw bytes.
 */
export function mountNoticeRoute(
  app: FastifyInstance,
  deps: {
    readonly notices: PaymentNotices;
    readonly planChanges: PlanChanges;
    readonly payoutNotice: PayoutNotice;
    readonly clock: () => Date;
  },
): void {
  const { notices, planChanges, payoutNotice, clock } = deps;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(notices.path, async (request, reply) => {
      const signature = request.headers[notices.signatureHeader];
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw new Refused('PAYMENT_NOTICE_INVALID');
      const notice = await notices.parse(request.body, signature);
      if (notice?.kind === 'subscription') await settle(notice.reference, request);
      else if (notice) await payoutNotice(notice);
      return reply.header('Cache-Control', 'no-store').send({ received: true });
    });
  });

  async function settle(reference: string, { id: requestId, log }: FastifyRequest): Promise<void> {
    const found = await notices.subscription(reference);
    if (found === null) return;
    const { tenantId, plan } = found;
    if (plan === 'unknown') {
      log.warn({ reference, tenantId }, 'a subscription is paid at a price of no configured plan');
    }
    const context = systemCommandContext({ commandName: 'SettlePlan', cause: reference, clock });
    await planChanges.settle({
      tenantId,
      reference,
      // A subscription changes more than once, so each notice is a separate command.
      context: { ...context, commandId: deriveUuid(context.commandId, requestId), correlationId: requestId },
      planAtProvider: async () => (await notices.subscription(reference))?.plan ?? null,
    });
  }
}
