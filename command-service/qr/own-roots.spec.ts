import { MOST_OWN_ROOTS } from '@perktree/contracts/site/configuration';
import { afterAll, describe, expect, it } from 'vitest';
import { person } from '../testing/calls.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const OFFER = { type: 'DISCOUNT_PERCENT', discountPercent: 20, maxRedemptions: 5 };
const owner = ownerOf('roots-owner');
const service = await startWholeService({ processes: 2 });
await upgrade(service, owner, 'ultra');
afterAll(() => service.stop());

/** A site with a root of 10 % that a distributor of its own has claimed. */
async function shop(name: string, topLevelQrsNeedApproval: boolean) {
  const distributor = person(name, 'distributor', 'customer');
  const site = await openSite(service, owner, { topLevelQrsNeedApproval });
  const { body: root } = await createRoot(service, owner, site, OFFER);
  const { distributor: token } = await tokensOf(service, root.id);
  await service.call(distributor, 'POST', '/api/claim-qr', { token });
  const beside = (change: object = {}, key?: string) =>
    service.call(distributor, 'POST', `${site}/qrs`, { name: 'Beside', ...OFFER, ...change }, key);
  const decide = (qrId: string, what: 'approve' | 'decline' | 'activate') =>
    service.call(owner, 'POST', `${site}/qrs/${qrId}/${what}`);
  return { distributor, site, beside, decide };
}

describe('a root that a distributor makes', () => {
  it('is one of so many open ones at most, also at once', async () => {
    const { beside, decide } = await shop('racer', true);
    const answers = await Promise.all(Array.from({ length: 2 * MOST_OWN_ROOTS }, () => beside()));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(MOST_OWN_ROOTS);
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_OWN_ROOTS')).toHaveLength(MOST_OWN_ROOTS);
    await decide(made[0]?.body.id, 'decline');
    expect((await beside()).status).toBe(201);
    expect((await beside()).status).toBe(409);
  });
});
