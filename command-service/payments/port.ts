import type { PlanInvoice } from '@perktree/contracts/http/subscription';
import type { Currency } from '@perktree/contracts/money';
import type { PlanId } from '@perktree/contracts/plans';
import type { TransferOutcome } from '../domain/payout/settle-payout.ts';
import type { OfflineCheckouts } from './offline/checkouts.ts';

/** Settles plans and payouts. Money never passes through this product. */
export interface PaymentProvider {
  readonly name: 'offline' | 'stripe';
  /**
   * The URL at which the browser pays for a plan or changes the paid plan.
   * @throws Refused PAYMENT_PROVIDER_UNAVAILABLE, as all of these do
   */
  checkout(order: Order): Promise<{ readonly url: string }>;
  /** All invoices of a subscription; null: it is of another provider. Absent: this provider writes no invoices. */
  readonly invoices?: (reference: string) => Promise<readonly PlanInvoice[] | null>;
  /** Ends what a reference stands for, at once. One that is over already, or of another provider, changes nothing. */
  cancel(reference: string): Promise<void>;
  /**
   * Pays a distributor. The same payout is paid once, however often this is called. Absent: this provider moves no money,
   * so the owner settles every payout by hand.
   */
  readonly transfer?: (transfer: Transfer) => Promise<TransferOutcome>;
  /**
   * Where a distributor tells the provider how to be paid; null: this provider needs no account.
   */
  onboard(distributorId: string): Promise<{ readonly url: string } | null>;
  /** Only of a provider that sends notices. */
  readonly notices?: PaymentNotices;
  /** Only of the built-in provider: its own checkout page. */
  readonly checkouts?: OfflineCheckouts;
}

export interface Order {
  /** The same again is the same order. */
  readonly orderId: string;
  readonly tenantId: string;
  readonly plan: PlanId;
  /** What the tenant pays for now; null: nothing. */
  readonly currentReference: string | null;
}

export interface Transfer {
  readonly payoutId: string;
  readonly distributorId: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

export interface PaymentNotices {
  /** Path of the call that the provider makes. */
  readonly path: string;
  readonly signatureHeader: string;
  /**
   * The subscription that a notice is about; null: nothing that matters here.
   * @param rawBody the bytes as they came: the signature is over them @throws Refused PAYMENT_NOTICE_INVALID
   */
  parse(rawBody: Buffer, signature: string): Promise<{ readonly reference: string } | null>;
  /** What a subscription stands for now, as the provider has it; null: none of ours. */
  subscription(reference: string): Promise<{ readonly tenantId: string; readonly plan: PlanId | null } | null>;
}
