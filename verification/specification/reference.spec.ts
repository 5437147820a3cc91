import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { otherCalls } from '@perktree/contracts/catalogue/other-calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { describe, expect, it } from 'vitest';

/** Routes that are not API calls: pages of browsers, and the reference itself. */
const NOT_CALLS = /^(GET \/api\/(login|logout|openapi\.json|docs|unsubscribe\/:token)|POST \/api\/logout)$/;
// With Stripe, so that the route of its notices exists, too.
const stripe = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', prices: { pro: 'pro', ultra: 'ultra' } };
const composed = await useComposedApp({ stripe });

const catalogue: readonly Call[] = [...Object.values(allCalls), ...Object.values(otherCalls)].filter(
  ({ path }) => !path.startsWith('/api/offline-checkout/'),
);

describe('the catalogue of calls', () => {
  it('is served, every call of it', () => {
    const served = new Set(composed.routes.map(({ method, url }) => `${method} ${url}`));
    expect(catalogue.map(({ method, path }) => `${method} ${path}`).filter((route) => !served.has(route))).toEqual([]);
  });

  it('has every route under /api, and so has the published document', async () => {
    const document = (await composed.app.inject({ url: '/api/openapi.json' })).json();
    const missing = composed.routes.filter(({ method, url }) => {
      if (method === 'HEAD' || !url.startsWith('/api/') || NOT_CALLS.test(`${method} ${url}`)) return false;
      const path = url.replace(/:(\w+)/g, '{$1}');
      return document.paths[path]?.[method.toLowerCase()] === undefined;
    });
    expect(missing).toEqual([]);
  });
});

it.each([{}, { 'stripe-signature': 't=1,v1=00', 'content-type': 'text/plain' }] as Record<string, string>[])(
  'a payment notice without the right signature is refused: %j',
  async (headers) => {
    const notice = { method: 'POST', url: otherCalls.stripeNotice.path, headers, payload: '{"id":"evt"}' } as const;
    const response = await composed.app.inject(notice);
    expect([response.statusCode, response.json().code]).toEqual([400, 'PAYMENT_NOTICE_INVALID']);
  },
);
