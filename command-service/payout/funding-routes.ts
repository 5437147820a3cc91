import { streams } from '@perktree/contracts/catalogue/streams';
import { payoutFundingCalls } from '@perktree/contracts/payout/funding-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { decideByOperator } from './decisions/funding.ts';
import { fundingsDecider } from './decisions/funding-state.ts';
import type { PayoutPlaces } from './payout-places.ts';
import { type ProviderDeps, settleWithProvider } from './provider-payouts.ts';

/** The operator's decisions on the money for payouts; its owner's payouts go on at once. */
export function mountFundingRoutes(
  app: FastifyInstance,
  deps: ProviderDeps & Pick<CommandServiceDeps, 'authenticate'> & { readonly places: PayoutPlaces },
): void {
  const { handler, authenticate, clock, places } = deps;
  mountCall(app, authenticate, payoutFundingCalls.decidePayoutFunding, async ({ params, body, session, request }) => {
    const { tenantId, fundingId } = params;
    const { state, position } = await handler.execute({
      stream: streams.payoutFunding(tenantId),
      decider: fundingsDecider,
      decide: (fundings) => decideByOperator(fundings, { fundingId, ...body }),
      context: commandContext({ request, session, clock, commandName: 'DecidePayoutFunding', role: 'superadmin' }),
    });
    await settleWithProvider(deps, tenantId, await places.withProvider(tenantId));
    const status = state.fundings.get(fundingId)?.status ?? 'failed';
    return { answer: { id: fundingId, tenantId, status }, position };
  });
}
