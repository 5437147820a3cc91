import { streams } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import { deriveUuid } from '../engine/command.ts';
import { systemCommandContext } from '../http/command-context.ts';
import type { PayoutPayments } from '../payments/port.ts';
import { waitsForApproval } from './approval-check.ts';
import { type FundingsState, fundingOf, isBlocked } from './decisions/funding-state.ts';
import { decideTransferred, type TransferOutcome } from './decisions/settle-payout.ts';
import { type Payout, payoutsFold } from './decisions/state.ts';
import type { FundingDeps } from './fundings.ts';
import { type EvidenceDeps, keepPayeeName } from './payment-evidence.ts';
import { recordedAccount } from './record-payee.ts';

type Deps = Pick<FundingDeps, 'handler' | 'clock' | 'logger'> & EvidenceDeps;

interface Settled {
  readonly payout: Payout | undefined;
  readonly position: bigint | undefined;
}

/**
 * Transfers a payout from the money that its owner has paid in for it, and stores the outcome. Without that money, or the
 * approval that it needs, it stays processing; if the money was not collected, it fails. Calling it again resumes an interrupted transfer: the provider pays a
 * payout once.
 * @throws Refused PAYMENT_PROVIDER_UNAVAILABLE if the outcome is unknown; the payout stays processing
 */
export async function transferPayout(
  deps: Deps,
  provider: Pick<PayoutPayments, 'transfer' | 'accountHash'>,
  payout: Payout,
  fundings: FundingsState,
): Promise<Settled> {
  const { payoutId, distributorId, currency, amount } = payout;
  const funding = fundingOf(fundings, payoutId);
  if (funding?.status === 'failed' || funding?.status === 'settled') {
    return settlePayout(deps, payout, { kind: 'failed', reason: 'not_collected' });
  }
  const reference = funding?.status === 'collected' && !isBlocked(fundings) ? funding.reference : null;
  if (!funding || reference === null || funding.refunded.has(payoutId)) return { payout, position: undefined };
  // A limit that was set since the money was collected holds for it, too.
  if (await waitsForApproval(deps.handler, payout)) return { payout, position: undefined };
  const { fundingId } = funding;
  const amountMinor = toMinor(amount, currency);
  const accountHash = await provider.accountHash(distributorId);
  if (accountHash !== null && !(await isRecorded(deps, payout, accountHash))) return { payout, position: undefined };
  const outcome = await provider.transfer({
    payoutId,
    fundingId,
    fundedBy: reference,
    distributorId,
    currency,
    amountMinor,
  });
  const held = deps.keepsWayBack ? null : accountHash;
  return settlePayout(deps, payout, outcome.kind === 'paid' ? { ...outcome, accountHash: held } : outcome);
}

/** Whether an account is the one that events hold. To another one, which was changed in the database, no money goes. */
async function isRecorded(deps: Deps, { payoutId, distributorId }: Payout, accountHash: string): Promise<boolean> {
  const context = systemCommandContext({ commandName: 'ChangePayoutAccount', cause: distributorId, clock: deps.clock });
  const recorded = await recordedAccount(deps, { userId: distributorId, accountHash, context });
  if (recorded === accountHash) return true;
  const facts = { payoutId, distributorId };
  deps.logger.error(facts, 'a payout is not transferred: its account differs from the one that events hold');
  return false;
}

/** Stores the outcome of a payout at the payment provider. Idempotent: the first outcome holds. */
export async function settlePayout(
  deps: Deps,
  { payoutId, siteId, distributorId }: Payout,
  outcome: TransferOutcome,
): Promise<Settled> {
  const { handler, clock, logger } = deps;
  const context = systemCommandContext({ commandName: 'TransferPayout', cause: payoutId, clock });
  // Before the event: nothing comes back to a payout that is paid.
  if (outcome.kind === 'paid') await keepPayeeName(deps, { siteId, distributorId, paidAt: context.now });
  const { state, position } = await handler.execute({
    stream: streams.payouts(siteId, distributorId),
    fold: payoutsFold,
    decide: (current) => decideTransferred(current, { payoutId, outcome }),
    context: { ...context, commandId: deriveUuid(context.commandId, 'transfer', payoutId) },
  });
  const settled = state.payouts.get(payoutId);
  if (outcome.kind === 'paid' && settled?.status !== 'paid') {
    // A concurrent attempt failed, for example just before the distributor opened an account.
    const facts = { payoutId, siteId, status: settled?.status, reference: outcome.reference };
    logger.error(facts, 'a transfer was made for a payout that had failed: it is reversed');
  }
  return { payout: settled, position };
}
