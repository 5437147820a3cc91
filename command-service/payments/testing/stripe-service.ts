import { expect } from 'vitest';
import type { Owner } from '../../testing/tenants.ts';
import { PUBLIC_URL, startWholeService } from '../../testing/whole-service.ts';
import { ProviderAccounts } from '../provider-accounts.ts';
import { createStripeProvider } from '../stripe/stripe-provider.ts';
import { SECRET_KEY, StripeDouble, WEBHOOK_SECRET } from './stripe-double.ts';

export const PRICES = { pro: 'price_1Pro', ultra: 'price_1Ultra' } as const;

/** The whole service with Stripe, or rather its double, as the payment provider. */
export async function startStripeService() {
  const stripe = new StripeDouble();
  const apiBase = await stripe.start();
  const service = await startWholeService({
    payments: (pool) =>
      createStripeProvider({
        ...{ apiBase, secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, publicUrl: PUBLIC_URL, maxRetries: 0 },
        prices: PRICES,
        payoutAccounts: new ProviderAccounts(pool, 'payout'),
        customers: new ProviderAccounts(pool, 'billing'),
      }),
  });
  const send = async ({ payload, signature }: { payload: string; signature?: string }) => {
    const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
    const response = await service.app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload });
    return { status: response.statusCode, body: response.json() };
  };
  const notice = async (type: string, object: object) =>
    expect(await send(stripe.notice(type, object))).toMatchObject({ status: 200 });
  return {
    ...{ stripe, service, send, notice },
    /** Stripe says that a subscription has changed. */
    changed: (reference: string) => notice('customer.subscription.updated', { id: reference }),
    order: (owner: Owner, priceId: string, key?: string) =>
      service.call(owner, 'POST', '/api/create-subscription', { priceId }, key),
    planOf: async (owner: Owner) => (await service.call(owner, 'GET', '/api/me/plan')).body.id as string,
    async stop() {
      await service.stop();
      await stripe.stop();
    },
  };
}
