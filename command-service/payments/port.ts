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
   * @throws Refused PAYMENT_PROVIDER_UNAVAILABLE, as all methods do
   */
  checkout(order: Order): Promise<{ readonly url: string }>;
  /** All invoices of a subscription; null: another provider has it. Absent: this provider issues no invoices. */
  readonly invoices?: (reference: string) => Promise<readonly PlanInvoice[] | null>;
  /** Cancels a subscription immediately. Does nothing if it has ended or another provider has it. */
  cancel(reference: string): Promise<void>;
  /**
   * Pays a distributor. Idempotent by `payoutId`. Absent: this provider moves no money, so the owner settles every payout by
   * hand.
   */
  readonly transfer?: (transfer: Transfer) => Promise<TransferOutcome>;
  /** The page on which a distributor enters payout details; null: this provider needs no account. */
  onboard(distributorId: string): Promise<{ readonly url: string } | null>;
  /** Only of a provider that sends notices. */
  readonly notices?: PaymentNotices;
  /** Only of the built-in provider: its own checkout page. */
  readonly checkouts?: OfflineCheckouts;
}

export interface Order {
  /** Idempotency key. */
  readonly orderId: string;
  readonly tenantId: string;
  readonly plan: PlanId;
  /** All references of the tenant, newest first: the first may be the current one, or one that can be paid again. */
  readonly references: readonly string[];
}

export interface Transfer {
  readonly payoutId: string;
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
   * The subscription that a notice is about; null: the notice is about nothing that the product uses.
   * @param rawBody unparsed, because the signature is over the bytes
   * @throws Refused PAYMENT_NOTICE_INVALID
   */
  parse(rawBody: Buffer, signature: string): Promise<{ readonly reference: string } | null>;
  /** The provider's current tenant and plan of a subscription; null: the product has no such one. */
  subscription(reference: string): Promise<{ readonly tenantId: string; readonly plan: PlanAtProvider } | null>;
}

/**
 * The plan that a subscription pays for. Null: none, not yet or no longer. `unknown`: it is paid at a price that the settings
 * do not name, so the tenant keeps its plan.
 */
export type PlanAtProvider = PlanId | 'unknown' | null;
