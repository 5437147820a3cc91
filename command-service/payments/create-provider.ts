import type { Pool } from 'pg';
import { createOfflineProvider } from './offline/offline-provider.ts';
import { PayoutAccounts } from './payout-accounts.ts';
import type { PaymentProvider } from './port.ts';
import { createStripeProvider, type StripeOptions } from './stripe/stripe-provider.ts';

export type StripeSettings = Pick<StripeOptions, 'secretKey' | 'webhookSecret' | 'prices' | 'apiBase'>;

/** Stripe where it is configured, else the built-in provider, in which no money moves. */
export function createPaymentProvider(options: {
  readonly pool: Pool;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly stripe: StripeSettings | null;
}): PaymentProvider {
  const { pool, publicUrl, stripe } = options;
  if (stripe === null) return createOfflineProvider({ pool, publicUrl });
  return createStripeProvider({ ...stripe, publicUrl, payoutAccounts: new PayoutAccounts(pool) });
}
