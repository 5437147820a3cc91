import { streams } from '@perktree/contracts/catalogue/streams';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOn, person } from '../testing/calls.ts';
import { createRoot, createSite, owner, tokensOf } from '../testing/campaign.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { budgetOf, findQr } from './decisions/rules.ts';
import { commissionTreeDecider } from './decisions/state.ts';

let service: TestService;
let siteId: string;
beforeAll(async () => {
  service = await startTestService();
  siteId = await createSite(service);
});
afterAll(() => service.stop());

async function treeOf(rootQrId: string) {
  const { state } = await service.deps.handler.load(streams.commissionTree(rootQrId), commissionTreeDecider);
  return findQr(state, rootQrId);
}

describe('200 at once, over two processes', () => {
  it('claim one QR: one becomes its owner, the others are refused', async () => {
    const { body: root } = await createRoot(service, siteId);
    const { distributorToken: token } = await tokensOf(service, root.id);
    const other = await service.another();
    const claims = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const claimer = person(`distributor ${index}`, 'distributor');
        return index % 2
          ? callOn(other, claimer, 'POST', '/api/claim-qr', { token })
          : service.call(claimer, 'POST', '/api/claim-qr', { token });
      }),
    );
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = claims.filter(({ status }) => status === 409);
    expect(losers).toHaveLength(199);
    expect(new Set(losers.map(({ body }) => body.code))).toEqual(new Set(['ALREADY_CLAIMED']));
    const winner = claims.findIndex(({ status }) => status === 200);
    expect((await treeOf(root.id)).qr.ownerId).toBe(`distributor ${winner}`);
  });

  it('split one QR: the budget is used up to the last, and never exceeded', async () => {
    const site = await createSite(service);
    await service.call(owner, 'PUT', `/api/sites/${site}/config`, {
      ...DEFAULT_SITE_CONFIGURATION,
      maxSplitsPerQr: 100,
    });
    const { body: root } = await createRoot(service, site, '7.25');
    const other = await service.another();
    const url = `/api/sites/${site}/qrs/${root.id}/split`;
    const body = {
      splits: [
        { name: 'A', commissionPercent: '0.50' },
        { name: 'B', commissionPercent: '0.50' },
      ],
    };
    const splits = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 2 ? callOn(other, owner, 'POST', url, body) : service.call(owner, 'POST', url, body),
      ),
    );
    expect(splits.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = splits.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((answer) => answer.body.code))).toEqual(new Set(['COMMISSION_TOO_HIGH']));
    const { tree, qr } = await treeOf(root.id);
    expect([qr.childIds.length, budgetOf(tree, qr)]).toEqual([14, 25]);
  });

  it('take the same budget by splits, siblings and edits: it is never negative', async () => {
    const site = await createSite(service);
    const { body: root } = await createRoot(service, site, '3.00');
    const qrs = `/api/sites/${site}/qrs`;
    const other = await service.another();
    const split = { splits: [{ name: 'A', commissionPercent: '0.70' }] };
    const sibling = {
      name: 'B',
      type: 'TEXT_REWARD',
      textReward: 'Tea',
      parentQrId: root.id,
      commissionPercent: '0.90',
    };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => [
        service.call(owner, 'POST', `${qrs}/${root.id}/split`, split),
        callOn(other, owner, 'POST', qrs, sibling),
        callOn(other, owner, 'PUT', `${qrs}/${root.id}`, { name: 'C', commissionPercent: index % 2 ? '2.40' : '3.00' }),
      ]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 400]));
    const { tree, qr } = await treeOf(root.id);
    expect(qr.childIds.length).toBeGreaterThan(1);
    expect(budgetOf(tree, qr)).toBeGreaterThanOrEqual(0);
  });
});
