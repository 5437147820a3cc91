import { payoutCalls } from '@perktree/contracts/payout/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { asOwner } from '../http/business-caller.ts';
import { commandContext } from '../http/command-context.ts';
import type { PayoutDeps, PayoutHandlers } from './handlers.ts';
import { recordedAccount } from './record-payee.ts';
import { mountWriteOffRoute } from './write-off-route.ts';

export function mountPayoutRoutes(app: FastifyInstance, deps: PayoutDeps & { readonly payouts: PayoutHandlers }): void {
  const { authenticate, clock, payouts } = deps;
  const by = (input: Parameters<typeof asOwner>[0]) => asOwner(input, clock);

  mountCall(app, authenticate, payoutCalls.generatePayouts, (input) =>
    payouts.generate(input.params.siteId, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.payoutPreview, (input) =>
    payouts.preview(input.params.siteId, by(input), clock().toISOString()),
  );

  mountCall(app, authenticate, payoutCalls.markPayoutPaid, (input) =>
    payouts.markPaid(input.params.payoutId, input.body.reference, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.cancelPayout, (input) =>
    payouts.cancel(input.params.payoutId, input.body.reason, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.returnPayout, (input) =>
    payouts.returned(input.params.payoutId, input.body.reason, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.correctPayoutReference, (input) =>
    payouts.correctReference(input.params.payoutId, input.body, by(input)),
  );

  mountWriteOffRoute(app, deps);

  mountCall(app, authenticate, payoutCalls.payoutAccount, async ({ session, request }) => {
    const { userId } = session;
    const onboarding = await deps.payments.onboard(userId);
    const accountHash = (await deps.payments.payouts?.accountHash(userId)) ?? null;
    if (accountHash !== null) {
      const context = commandContext({ request, session, commandName: 'ChangePayoutAccount', clock });
      await recordedAccount(deps, { userId, accountHash, context });
    }
    return { answer: { url: onboarding?.url ?? null } };
  });
}
