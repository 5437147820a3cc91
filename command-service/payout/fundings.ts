import { randomUUID } from 'node:crypto';
import { type PayoutFundingEvent, streams } from '@perktree/contracts/catalogue/events';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import { warnOfFailure } from '@perktree/platform/outages';
import type { FastifyBaseLogger } from 'fastify';
import { deriveUuid } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { systemCommandContext } from '../http/command-context.ts';
import type { PayoutPayments } from '../payments/port.ts';
import { subscriptionFold } from '../subscription/decisions/state.ts';
import { decideCollected, decideRefunded, decideRequestFunding, decideStanding } from './decisions/funding.ts';
import type { PayoutLimits } from './decisions/funding-limits.ts';
import { type Funding, type FundingsState, fundingsFold } from './decisions/funding-state.ts';
import type { Payout } from './decisions/state.ts';

/** A page of the payment provider lists all transfers of a funding, and its events stay small. */
const MAX_PAYOUTS = 100;

export interface FundingDeps {
  readonly handler: CommandHandler;
  readonly clock: () => Date;
  readonly logger: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  readonly payoutLimits: PayoutLimits;
}

type Decide = (state: FundingsState) => readonly PayoutFundingEvent[];

/** The money that one owner pays in for payouts by the payment provider. Every step is repeatable. */
export class Fundings {
  constructor(
    private readonly deps: FundingDeps,
    private readonly tenantId: string,
    private readonly provider: PayoutPayments,
  ) {}

  async state(): Promise<FundingsState> {
    return (await this.deps.handler.load(streams.payoutFunding(this.tenantId), fundingsFold)).state;
  }

  /** Asks the owner for the money of payouts, by currency. @param payouts of this tenant, in processing, in no funding */
  async request(payouts: readonly Payout[]): Promise<void> {
    if (payouts.length === 0) return;
    const { reference, periods } = (await this.deps.handler.load(streams.subscription(this.tenantId), subscriptionFold))
      .state;
    for (const batch of batchesOf(payouts)) {
      const [{ currency }] = batch;
      const fundingId = deriveUuid('payout funding', ...batch.map(({ payoutId }) => payoutId));
      await this.execute('RequestPayoutFunding', fundingId, (state, now) =>
        decideRequestFunding(state, {
          fundingId,
          tenantId: this.tenantId,
          currency,
          now,
          limits: this.deps.payoutLimits,
          subscription: reference,
          subscribedAt: periods[0]?.since ?? null,
          payouts: batch.map(({ payoutId, amount }) => ({ payoutId, amountMinor: toMinor(amount, currency) })),
        }),
      );
    }
  }

  /** Charges the owner for what is being collected, and records the outcome. A failed charge delays no other one. */
  async collect(): Promise<void> {
    for (const funding of (await this.state()).fundings.values()) {
      if (funding.status !== 'collecting') continue;
      const { fundingId } = funding;
      await this.collectOne(funding).catch((err: unknown) => {
        warnOfFailure(this.deps.logger, err, 'cannot collect the money for payouts yet', { fundingId });
      });
    }
  }

  private async collectOne({ fundingId, tenantId, subscription, currency, amount, fee, requestedAt }: Funding) {
    const amountMinor = toMinor(amount, currency) + toMinor(fee, currency);
    const outcome = await this.provider.collect({
      fundingId,
      tenantId,
      subscription,
      currency,
      amountMinor,
      requestedAt,
    });
    await this.execute('SettlePayoutFunding', fundingId, (state) => decideCollected(state, { fundingId, outcome }));
    if (outcome.kind === 'failed') {
      const facts = { tenantId, fundingId, reason: outcome.reason };
      this.deps.logger.warn(facts, 'the money for payouts was not collected');
    }
  }

  /** Records whether the payment provider still has collected money. */
  async checkStanding(fundingId: string): Promise<void> {
    const reference = (await this.state()).fundings.get(fundingId)?.reference ?? null;
    if (reference === null) return;
    const standing = await this.provider.standingOf(reference);
    const { events } = await this.execute('CheckPayoutFunding', fundingId, (state) =>
      decideStanding(state, { fundingId, standing }),
    );
    if (events.some(({ type }) => type === 'PayoutFundingDisputed')) {
      const { tenantId } = this;
      this.deps.logger.error({ tenantId, fundingId, standing }, 'money that was collected for payouts was taken back');
    }
  }

  /** Gives the owner the money of a payout back that is not going to be paid. */
  async refund({ payoutId, amount, currency }: Payout, { fundingId, reference, refunded }: Funding): Promise<void> {
    if (reference === null || refunded.has(payoutId)) return;
    await this.provider.refund({ payoutId, fundingId, fundedBy: reference, amountMinor: toMinor(amount, currency) });
    await this.execute('RefundPayoutFunding', fundingId, (state) => decideRefunded(state, { fundingId, payoutId }));
  }

  /** The decisions are idempotent, so that every run is a command of its own. */
  private execute(
    commandName: string,
    fundingId: string,
    decide: (...args: [...Parameters<Decide>, string]) => ReturnType<Decide>,
  ) {
    const context = systemCommandContext({ commandName, cause: fundingId, clock: this.deps.clock });
    return this.deps.handler.execute({
      stream: streams.payoutFunding(this.tenantId),
      fold: fundingsFold,
      decide: (state) => decide(state, context.now),
      context: { ...context, commandId: randomUUID() },
    });
  }
}

type Batch = readonly [Payout, ...Payout[]];

function batchesOf(payouts: readonly Payout[]): readonly Batch[] {
  const byCurrency = new Map<Currency, Payout[]>();
  for (const payout of payouts) byCurrency.set(payout.currency, [...(byCurrency.get(payout.currency) ?? []), payout]);
  return [...byCurrency.values()].flatMap((all) =>
    Array.from(
      { length: Math.ceil(all.length / MAX_PAYOUTS) },
      (_, n) => all.slice(n * MAX_PAYOUTS, (n + 1) * MAX_PAYOUTS) as [Payout, ...Payout[]],
    ),
  );
}
