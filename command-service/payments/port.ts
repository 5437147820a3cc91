import type { Currency } from '@perktree/contracts/kernel/money';
import type { PlanInvoice } from '@perktree/contracts/subscription/calls';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import type { CollectionOutcome, FundingStanding } from '../payout/decisions/funding.ts';
import type { TransferOutcome } from '../payout/decisions/settle-payout.ts';
import type { OfflineCheckouts } from './offline/checkouts.ts';

/** Settles plans and payouts. Money never passes through this product. */
export interface PaymentProvider {
  readonly name: 'offline' | 'stripe';
  /**
   * The URL at which the browser pays for a plan or changes the paid plan.
   * @throws Refused PAYMENT_PROVIDER_UNAVAILABLE, as all methods do
   */
  checkout(order: CheckoutOrder): Promise<{ readonly url: string }>;
  /** All invoices of a subscription; null: another provider has it. Absent: this provider issues no invoices. */
  readonly invoices?: (reference: string) => Promise<readonly PlanInvoice[] | null>;
  /** Cancels a subscription immediately. Does nothing if it has ended or another provider has it. */
  cancel(reference: string): Promise<void>;
  /** Ends at once all that a tenant pays or could still pay: these subscriptions, others of the tenant, and open checkouts. */
  endAll(tenantId: string, references: readonly string[]): Promise<void>;
  /** Absent: this provider moves no money, so the owner settles every payout by hand. */
  readonly payouts?: PayoutPayments;
  /** The page on which a distributor enters payout details; null: this provider needs no account. */
  onboard(distributorId: string): Promise<{ readonly url: string } | null>;
  /** Only of a provider that sends notices. */
  readonly notices?: PaymentNotices;
  /** Only of the built-in provider: its own checkout page. */
  readonly checkouts?: OfflineCheckouts;
}

export interface CheckoutOrder {
  /** Idempotency key. */
  readonly orderId: string;
  readonly tenantId: string;
  readonly plan: PlanId;
  /** All references of the tenant, newest first: the first may be the current one, or one that can be paid again. */
  readonly references: readonly string[];
}

/** Payouts of an owner's money: it is collected first, and transferred when it has been. */
export interface PayoutPayments {
  /** Whether a distributor has entered payout details: without them, nothing is collected. */
  canBePaid(distributorId: string): Promise<boolean>;
  /** Salted hash of the account that a distributor is paid to; null: no payout details. */
  accountHash(distributorId: string): Promise<string | null>;
  /**
   * Charges the owner, or returns the outcome of an earlier call. Idempotent by `fundingId`. After `failed`, nothing of it can be
   * charged any more.
   */
  collect(collection: Collection): Promise<CollectionOutcome>;
  /** Whether collected money is still there. */
  standingOf(reference: string): Promise<FundingStanding>;
  /** Collections with a dispute or a refund of the last months, for which a notice may have been lost. */
  disputedLately(now: Date): Promise<readonly FundingSubject[]>;
  /** Pays a distributor from the money of one collection, and from no other. Idempotent by `payoutId`. */
  transfer(transfer: Transfer): Promise<TransferByProvider>;
  /** Whether a transfer has been reversed wholly since. */
  wasReversed(reference: string): Promise<boolean>;
  /** Gives the owner the money back that was collected for a payout, and takes back what was transferred. Idempotent by `payoutId`. */
  refund(refund: Refund): Promise<void>;
}

export type TransferByProvider =
  | Omit<Extract<TransferOutcome, { readonly kind: 'paid' }>, 'accountHash'>
  | Exclude<TransferOutcome, { readonly kind: 'paid' }>;

export interface Refund {
  readonly payoutId: string;
  readonly fundingId: string;
  /** Reference of the collection. */
  readonly fundedBy: string;
  /** Without the fee, which the provider keeps; in the currency's minor unit. */
  readonly amountMinor: bigint;
}

export interface Collection {
  readonly fundingId: string;
  readonly tenantId: string;
  /** Reference of the subscription whose payment method is charged; null: none. */
  readonly subscription: string | null;
  /** With the fee, in the currency's minor unit. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** ISO 8601 UTC. */
  readonly requestedAt: string;
}

export interface Transfer {
  readonly payoutId: string;
  readonly fundingId: string;
  /** Reference of the collection that it is paid from. */
  readonly fundedBy: string;
  readonly distributorId: string;
  /** In the currency's minor unit. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

export interface PaymentNotices {
  /** Path of the call that the provider makes. */
  readonly path: string;
  readonly signatureHeader: string;
  /**
   * What a notice is about; null: nothing that the product uses.
   * @param rawBody unparsed, because the signature is over the bytes
   * @throws Refused PAYMENT_NOTICE_INVALID
   */
  parse(rawBody: Buffer, signature: string): Promise<NoticeSubject | null>;
  /** The provider's current tenant and plan of a subscription; null: the product has no such one. */
  subscription(reference: string): Promise<{ readonly tenantId: string; readonly plan: PlanAtProvider } | null>;
  /** All subscriptions of the product, for those whose notice was lost. */
  subscriptions(): Promise<readonly SubscriptionAtProvider[]>;
}

export interface SubscriptionAtProvider {
  readonly reference: string;
  readonly tenantId: string;
  readonly plan: PlanAtProvider;
}

export interface FundingSubject {
  readonly kind: 'funding';
  readonly tenantId: string;
  readonly fundingId: string;
}

/** Only names things: their current state is read from the provider, because notices come late and twice. */
export type NoticeSubject =
  | { readonly kind: 'subscription'; readonly reference: string }
  | FundingSubject
  | { readonly kind: 'transfer'; readonly payoutId: string };

/**
 * The plan that a subscription pays for. Null: none, not yet or no longer. `unknown`: it is paid at a price that the settings
 * do not name, so the tenant keeps its plan.
 */
export type PlanAtProvider = PlanId | 'unknown' | null;
