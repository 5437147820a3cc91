import { expect, it } from 'vitest';
import { createCommandHandler } from '../engine/command-handler.ts';
import { createQuotas } from '../subscription/quotas.ts';
import { NOW } from '../testing/example-site.ts';
import { qrId, TreeBuilder } from '../testing/example-tree.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { redeemScan } from './redeem-scan.ts';
import { exampleRedemption } from './testing/example-redemption.ts';
import { bindReference } from './till-reference.ts';

it.each([
  { plan: 'ultra', reference: null, decisions: 1, stored: ['BenefitRedeemed'] },
  { plan: 'ultra', reference: 'receipt', decisions: 2, stored: ['TillReferenceUsed', 'BenefitRedeemed'] },
  { plan: 'free', reference: null, decisions: 2, stored: ['QuotaReserved', 'BenefitRedeemed'] },
  {
    plan: 'free',
    reference: 'receipt',
    decisions: 2,
    stored: ['QuotaReserved', 'TillReferenceUsed', 'BenefitRedeemed'],
  },
] as const)('on $plan with the reference $reference it decides $decisions times', async ({ stored, ...given }) => {
  const store = new MemoryEventStore();
  const handler = createCommandHandler({ store, logger: silentLogger });
  const quotas = createQuotas({ handler, store, logger: silentLogger });
  const { site, tree } = TreeBuilder.root();
  const qr = new TreeBuilder(site, tree).qr('root');
  const { siteId, tenantId } = tree;
  const place = { siteId, tenantId, rootQrId: qrId('root'), qrId: qrId('root'), period: qr.period };
  const scan = { ...exampleRedemption().scan, ...place, expiresAt: qr.expiresAt };
  const context = {
    ...{ commandId: 'redeem', commandName: 'RedeemBenefitAtCounter', correlationId: 'c', causationId: 'c' },
    ...{ actor: { id: 'staff', role: 'staff' } as const, now: NOW, readAt: Number.POSITIVE_INFINITY },
  };
  let decisions = 0;
  await redeemScan(
    { handler, quotas, logger: silentLogger },
    {
      ...{ scan, context, plan: given.plan, reference: given.reference },
      ...{ confirmedVia: 'token', saleAmount: null, networkId: null },
      found: { qr, tree, treeRevision: 0, site },
      assertAllowed: () => {
        decisions += 1;
      },
      ...(given.reference !== null && { bindReference: bindReference(given.reference, scan, context) }),
    },
  );
  expect(decisions).toBe(given.decisions);
  expect(store.all.map(({ type }) => type)).toEqual(stored);
});
