import { streams } from '@perktree/contracts/catalogue/events';
import { warnOfFailure } from '@perktree/platform/outages';
import type { PaymentProvider, PayoutPayments } from '../payments/port.ts';
import { waitsForApproval } from './approval-check.ts';
import { fundingOf } from './decisions/funding-state.ts';
import { type Payout, payoutsFold } from './decisions/state.ts';
import { type FundingDeps, Fundings } from './fundings.ts';
import type { EvidenceDeps } from './payment-evidence.ts';
import type { PayoutPlace } from './payout-places.ts';
import { settlePayout, transferPayout } from './transfer.ts';

export type ProviderDeps = FundingDeps & EvidenceDeps & { readonly payments: Pick<PaymentProvider, 'payouts'> };

type ProviderPayout = PayoutPlace & { readonly payoutId: string };

/** How automatic payouts are paid: by the provider where it transfers money, else by the owner. */
export function automaticSettlement({ payouts }: Pick<PaymentProvider, 'payouts'>): Payout['settlement'] {
  return payouts === undefined ? 'by_hand' : 'provider';
}

/**
 * Takes the payouts of one tenant that are with the payment provider as far as they go now: the owner's money is asked for,
 * collected, and only then transferred; what was collected for a payout that failed is given back. Decides on events alone, so
 * that calling it again, at any time and in any process, continues where an earlier call stopped.
 * @returns the position of the last stored event; undefined: none
 */
export async function settleWithProvider(
  deps: ProviderDeps,
  tenantId: string,
  places: readonly ProviderPayout[],
): Promise<bigint | undefined> {
  const provider = deps.payments.payouts;
  if (provider === undefined) return undefined;
  const fundings = new Fundings(deps, tenantId, provider);
  await fundings.request(await readyForFunding(deps, provider, fundings, places));
  await fundings.collect();
  const state = await fundings.state();
  let last: bigint | undefined;
  for (const place of places) {
    try {
      const funding = fundingOf(state, place.payoutId);
      const payout = await loadPayout(deps, place);
      if (!funding || !payout) continue;
      const position = await settleOne({ deps, provider, fundings }, payout, funding.fundingId);
      last = position ?? last;
    } catch (err) {
      warnOfFailure(deps.logger, err, 'cannot settle a payout yet', { payoutId: place.payoutId });
    }
  }
  return last;
}

async function settleOne(
  { deps, provider, fundings }: { deps: ProviderDeps; provider: PayoutPayments; fundings: Fundings },
  payout: Payout,
  fundingId: string,
): Promise<bigint | undefined> {
  // Loaded again for each payout, because a dispute may have come in between.
  const state = await fundings.state();
  const funding = state.fundings.get(fundingId);
  if (payout.status === 'processing') {
    const settled = await transferPayout(deps, provider, payout, state);
    if (settled.payout?.status !== 'failed') return settled.position;
    if (funding?.status === 'collected') await fundings.refund(payout, funding);
    return settled.position;
  }
  if (payout.status !== 'paid' && funding?.status === 'collected') await fundings.refund(payout, funding);
  return undefined;
}

/** Nothing is collected for a distributor who cannot be paid: such a payout fails at once. */
async function readyForFunding(
  deps: ProviderDeps,
  provider: PayoutPayments,
  fundings: Fundings,
  places: readonly ProviderPayout[],
): Promise<readonly Payout[]> {
  const state = await fundings.state();
  const ready: Payout[] = [];
  for (const place of places) {
    const payout = await loadPayout(deps, place);
    if (payout?.status !== 'processing' || payout.settlement !== 'provider' || fundingOf(state, payout.payoutId))
      continue;
    // It is collected for once a second person has approved it: the job comes back to it.
    if (await waitsForApproval(deps.handler, payout)) continue;
    if (await provider.canBePaid(payout.distributorId)) ready.push(payout);
    else await settlePayout(deps, payout, { kind: 'failed', reason: 'no_payout_account' });
  }
  return ready;
}

async function loadPayout({ handler }: ProviderDeps, { payoutId, siteId, distributorId }: ProviderPayout) {
  const { state } = await handler.load(streams.payouts(siteId, distributorId), payoutsFold);
  return state.payouts.get(payoutId);
}
