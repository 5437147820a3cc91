import { randomUUID } from 'node:crypto';
import { streams } from '@perktree/contracts/catalogue/streams';
import { systemCommandContext } from '../http/command-context.ts';
import type { NoticeSubject } from '../payments/port.ts';
import { decideReversed } from './decisions/settle-payout.ts';
import { payoutsDecider } from './decisions/state.ts';
import { Fundings } from './fundings.ts';
import type { PayoutPlaces } from './payout-places.ts';
import { type ProviderDeps, settleWithProvider } from './provider-payouts.ts';

export type PayoutNotice = (subject: Exclude<NoticeSubject, { kind: 'subscription' }>) => Promise<void>;

/**
 * Follows the payment provider's notices about the money of payouts. A notice only says what to look at, so one that comes
 * twice, late or out of order does no harm, and jobs (settle-month.ts, `checkDisputes`) do what a lost one would have done.
 */
export function createPayoutNotices(deps: ProviderDeps & { readonly places: PayoutPlaces }): PayoutNotice {
  const { places, handler, clock, logger } = deps;
  const provider = deps.payments.payouts;

  async function ofTransfer(payoutId: string): Promise<void> {
    const place = await places.of(payoutId);
    if (place === null || provider === undefined) return;
    const stream = streams.payouts(place.siteId, place.distributorId);
    const { payouts } = (await handler.load(stream, payoutsDecider)).state;
    const payout = payouts.get(payoutId);
    if (payout?.status !== 'paid' || payout.reference === null) return;
    if (!(await provider.wasReversed(payout.reference))) return;
    const context = systemCommandContext({ commandName: 'ReturnPayout', cause: payoutId, clock });
    await handler.execute({
      ...{ stream, decider: payoutsDecider },
      decide: (state) => decideReversed(state, { payoutId }),
      context: { ...context, commandId: randomUUID() },
    });
    logger.error({ payoutId, reference: payout.reference }, 'the transfer of a payout was reversed');
    // Gives the owner the money back.
    await settleWithProvider(deps, payout.tenantId, [{ ...place, payoutId }]);
  }

  return async (subject) => {
    if (provider === undefined) return;
    if (subject.kind === 'transfer') return ofTransfer(subject.payoutId);
    const { tenantId, fundingId } = subject;
    await new Fundings(deps, tenantId, provider).checkStanding(fundingId);
    await settleWithProvider(deps, tenantId, await places.withProvider(tenantId));
  };
}
