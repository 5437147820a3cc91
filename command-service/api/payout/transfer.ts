import { toMinor } from '@perktree/contracts/money';
import { streams } from '@perktree/contracts/streams';
import type { FastifyBaseLogger } from 'fastify';
import { decideTransferred } from '../../domain/payout/settle-payout.ts';
import { type Payout, payoutsDecider } from '../../domain/payout/state.ts';
import type { CommandContext } from '../../engine/command.ts';
import type { CommandHandler } from '../../engine/command-handler.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import type { PaymentProvider } from '../../payments/port.ts';
import type { PayoutPlace } from './payout-places.ts';

export interface TransferDeps {
  readonly handler: CommandHandler;
  readonly payments: PaymentProvider;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
}

/** How automatic payouts are paid: by the provider where it transfers money, else by the owner. */
export function automaticSettlement({ transfer }: Pick<PaymentProvider, 'transfer'>): Payout['settlement'] {
  return transfer === undefined ? 'by_hand' : 'provider';
}

/**
 * Transfers a payout that is with the payment provider and stores the outcome. Calling it again resumes an interrupted
 * transfer: the provider pays a payout once. A provider without transfers leaves the payout processing.
 * @throws Refused PAYMENT_PROVIDER_UNAVAILABLE if the outcome is unknown; the payout stays processing
 */
export async function transferPayout(
  { handler, payments, logger }: TransferDeps,
  {
    payoutId,
    siteId,
    distributorId,
    context,
  }: PayoutPlace & {
    payoutId: string;
    /** Called after the transfer: a context expires, and a transfer can take long. */
    context: () => CommandContext;
  },
): Promise<{ readonly payout: Payout | undefined; readonly position: bigint | undefined }> {
  const stream = streams.payouts(siteId, distributorId);
  const { payouts } = (await handler.load(stream, payoutsDecider)).state;
  const payout = payouts.get(payoutId);
  const isWithProvider = payout?.status === 'processing' && payout.settlement === 'provider';
  if (!isWithProvider || payments.transfer === undefined) return { payout, position: undefined };
  const { currency, amount } = payout;
  const amountMinor = toMinor(amount, currency);
  const outcome = await payments.transfer({ payoutId, distributorId, currency, amountMinor });
  const transferred = context();
  const { state, position } = await handler.execute({
    stream,
    decider: payoutsDecider,
    decide: (current) => decideTransferred(current, { payoutId, outcome }),
    context: { ...transferred, commandId: deriveUuid(transferred.commandId, 'transfer', payoutId) },
  });
  const settled = state.payouts.get(payoutId);
  if (outcome.kind === 'paid' && settled?.status !== 'paid') {
    // A concurrent attempt failed, for example just before the distributor opened an account.
    const facts = { payoutId, siteId, status: settled?.status, reference: outcome.reference };
    logger.error(facts, 'a transfer was made for a payout that has failed: reverse it at the payment provider');
  }
  return { payout: settled, position };
}
