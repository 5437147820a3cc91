import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { calls } from '@perktree/contracts/catalogue/calls';
import { liveMessageAnswer, otherCalls } from '@perktree/contracts/catalogue/other-calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { LIVE_PATH } from '@perktree/contracts/kernel/live';
import { afterAll, describe, expect, it } from 'vitest';

/** Routes that are not API calls: pages of browsers, and the reference itself. */
const NOT_CALLS = /^(GET \/api\/(login|logout|openapi\.json|docs|unsubscribe\/:token)|POST \/api\/logout)$/;
// With Stripe, so that the route of its notices exists, too.
const stripe = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', prices: { pro: 'pro', ultra: 'ultra' } };
const composed = await startComposedApp({ stripe });
afterAll(() => composed.close());

const catalogue: readonly Call[] = [...Object.values(calls), ...Object.values(otherCalls)].filter(
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

describe('what it says of the stream of changes', () => {
  it('is what comes', async () => {
    const reader = await new Visitor(composed.app, 'reader').register('customer');
    const url = await composed.app.listen({ port: 0, host: '127.0.0.1' });
    const aborted = new AbortController();
    const response = await fetch(url + LIVE_PATH, { headers: { cookie: reader.cookie }, signal: aborted.signal });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (/^data: .*\n\n/m.test(text)) break;
    }
    aborted.abort();
    expect(text).toMatch(/^event: ready$/m);
    const data = liveMessageAnswer.parse(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? ''));
    expect(text).toContain(`id: ${data.position}\n`);
  });

  it('and of its refusals', async () => {
    const reader = await new Visitor(composed.app, 'another').register('customer');
    expect((await composed.app.inject({ url: LIVE_PATH })).json().code).toBe('NOT_SIGNED_IN');
    for (const query of ['?after=-1', '?after=x', '?before=1']) {
      expect((await reader.call('GET', LIVE_PATH + query)).body.code).toBe('VALIDATION_FAILED');
    }
  });
});

describe('what it says of payment notices', () => {
  it.each([
    {},
    { 'stripe-signature': 't=1,v1=00' },
    { 'stripe-signature': 't=1,v1=00', 'content-type': 'text/plain' },
  ] as Record<string, string>[])('one without the right signature is refused: %j', async (headers) => {
    const notice = { method: 'POST', url: otherCalls.stripeNotice.path, headers, payload: '{"id":"evt"}' } as const;
    const response = await composed.app.inject(notice);
    expect([response.statusCode, response.json().code]).toEqual([400, 'PAYMENT_NOTICE_INVALID']);
  });
});
