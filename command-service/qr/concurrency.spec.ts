import { streams } from '@perktree/contracts/catalogue/streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandServiceDeps } from '../deps.ts';
import { person } from '../testing/calls.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
import { startWholeService, type WholeService } from '../testing/whole-service.ts';
import { budgetOf, findQr } from './decisions/rules.ts';
import { commissionTreeDecider } from './decisions/state.ts';

const owner = ownerOf('owner');
let service: WholeService;
beforeAll(async () => {
  service = await startWholeService({ processes: 2 });
  await upgrade(service, owner, 'ultra');
});
afterAll(() => service.stop());

async function treeOf(rootQrId: string) {
  const { state } = await (service.processes[0] as CommandServiceDeps).handler.load(
    streams.commissionTree(rootQrId),
    commissionTreeDecider,
  );
  return findQr(state, rootQrId);
}

/** A root of a new site. @returns its id, and the path of the QRs of the site */
async function root(commissionPercent: string, configuration = {}) {
  const site = await openSite(service, owner, configuration);
  const { body } = await createRoot(service, owner, site, { commissionPercent, maxRedemptions: 3 });
  return { id: body.id as string, qrs: `${site}/qrs` };
}
const many = <T>(count: number, ask: (n: number) => T) => Array.from({ length: count }, (_, n) => ask(n));

describe('many at once, over two processes', () => {
  it('claim one QR: one becomes its owner, the others are refused', async () => {
    const { id } = await root('10.00');
    const { distributor: token } = await tokensOf(service, id);
    const claims = await Promise.all(
      many(50, (n) => service.call(person(`distributor ${n}`, 'distributor'), 'POST', '/api/claim-qr', { token })),
    );
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = claims.filter(({ status }) => status === 409);
    expect(losers).toHaveLength(49);
    expect(new Set(losers.map(({ body }) => body.code))).toEqual(new Set(['ALREADY_CLAIMED']));
    const winner = claims.findIndex(({ status }) => status === 200);
    expect((await treeOf(id)).qr.ownerId).toBe(`distributor ${winner}`);
  });

  it('split one QR: the budget is used up to the last, and never exceeded', async () => {
    const { id, qrs } = await root('7.25', { maxSplitsPerQr: 100 });
    const body = { splits: ['A', 'B'].map((name) => ({ name, commissionPercent: '0.50' })) };
    const splits = await Promise.all(many(50, () => service.call(owner, 'POST', `${qrs}/${id}/split`, body)));
    expect(splits.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = splits.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((answer) => answer.body.code))).toEqual(new Set(['COMMISSION_TOO_HIGH']));
    const { tree, qr } = await treeOf(id);
    expect([qr.childIds.length, budgetOf(tree, qr)]).toEqual([14, 25]);
  });

  it('take the same budget by splits, siblings and edits: it is never negative', async () => {
    const { id, qrs } = await root('3.00');
    const split = { splits: [{ name: 'A', commissionPercent: '0.70' }] };
    const sibling = { name: 'B', type: 'TEXT_REWARD', textReward: 'Tea', parentQrId: id, commissionPercent: '0.90' };
    const edit = (n: number) => ({ name: 'C', commissionPercent: n % 2 ? '2.40' : '3.00' });
    const answers = await Promise.all(
      many(60, (n) => [
        service.call(owner, 'POST', `${qrs}/${id}/split`, split),
        service.call(owner, 'POST', qrs, sibling),
        service.call(owner, 'PUT', `${qrs}/${id}`, edit(n)),
      ]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 400]));
    const { tree, qr } = await treeOf(id);
    expect(qr.childIds.length).toBeGreaterThan(1);
    expect(budgetOf(tree, qr)).toBeGreaterThanOrEqual(0);
  });
});
