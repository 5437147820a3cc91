import type { Pool } from 'pg';
import { createOfflineProvider } from './offline/offline-provider.ts';
import type { PaymentProvider } from './port.ts';
import { ProviderAccounts } from './provider-accounts.ts';
import type { StripeOptions } from './stripe/stripe-provider.ts';

export type StripeSettings = Pick<StripeOptions, 'secretKey' | 'webhookSecret' | 'prices' | 'apiBase'>;

/** Stripe if it is configured, else the built-in provider, which moves no money. Loads Stripe's library only if needed. */
export async function createPaymentProvider(options: {
  readonly pool: Pool;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly stripe: StripeSettings | null;
}): Promise<PaymentProvider> {
  const { pool, publicUrl, stripe } = options;
  if (stripe === null) return createOfflineProvider({ pool, publicUrl });
  const { createStripeProvider } = await import('./stripe/stripe-provider.ts');
  return createStripeProvider({
    ...stripe,
    publicUrl,
    payoutAccounts: new ProviderAccounts(pool, 'payout'),
    customers: new ProviderAccounts(pool, 'billing'),
  });
}
