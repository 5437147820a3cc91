import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { appendFacts } from '@perktree/command-service/testing/append-facts';
import { streams } from '@perktree/contracts/catalogue/events';
import { expect, it } from 'vitest';

const prices = { pro: 'price_pro', ultra: 'price_ultra' };
// The refused call does not reach the provider.
const stripe = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', prices, apiBase: 'http://127.0.0.1:9' };
const composed = await useComposedApp({ stripe });

it('a key cannot generate payouts that the provider collects from the owner', async () => {
  const { owner, siteId } = await openBusiness(composed.app, 'collected');
  const { rows } = await composed.pool.query('SELECT id FROM identity.tenants');
  const tenantId: string = rows[0].id;
  await appendFacts(composed.store, new Date('2026-05-10T10:00:00.000Z'), streams.subscription(tenantId), [
    { type: 'SubscriptionStarted', data: { tenantId, plan: 'ultra', reference: 'sub_1' } },
  ]);
  const made = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['payouts'], siteIds: null });
  const program = new Visitor(composed.app, made.id);
  program.apiKey = made.key;

  const refused = await program.call('POST', '/api/v1/payouts', { siteId });
  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: 'PAYOUTS_NEED_OWNER',
      detail: 'This business pays out through its payment provider. The owner has to generate these payouts.',
    },
  });
  expect(await program.must('GET', '/api/v1/payouts')).toEqual([]);
});
