import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import { afterAll, expect, it } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import { openEarningSite } from '../payout/testing/earning-site.ts';
import { memoryNotes } from '../testing/memory-notes.ts';
import { ownerOf } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const service = await startWholeService();
afterAll(() => service.stop());

const owner = ownerOf('owner');

it('the reversal of a confirmed redemption has a reason about everybody whom its text may name', async () => {
  const site = await openEarningSite(service, owner, 'confirmed', { commissionHoldDays: 0 });
  const { shares, pool, ...sale } = await site.redeem('100.00');
  const redemptionId = deriveUuid('confirmed', sale.redemptionId);
  const { scanId, qrId, rootQrId, siteId, tenantId, period, customerId, currency, saleAmount } = sale;
  const ids = { redemptionId, scanId, qrId, rootQrId, siteId, tenantId, period, customerId, currency, saleAmount };
  const { saleAmountSource, reference, ruleVersion, holdDays, maturesAt } = sale;
  const awaitsConfirmation = { until: '2030-01-01T00:00:00.000Z', pool, shares };
  await service.happen(
    streams.redemptions(qrId),
    { type: 'BenefitRedeemed', data: { ...sale, redemptionId, pool: '0.00', shares: [], awaitsConfirmation } },
    {
      type: 'RedemptionConfirmed',
      data: {
        ...{ ...ids, saleAmountSource, reference, ruleVersion, holdDays, maturesAt, pool },
        ...{ confirmedVia: 'token', confirmedBy: 'staff' },
        shares: shares.map((share) => ({ ...share, entryId: deriveUuid('confirmed', share.entryId) })),
      },
    },
  );
  const about: (readonly string[])[] = [];
  const rememberNote: NoteTexts['rememberNote'] = async (note) => {
    about.push(note.about);
    return note.salt;
  };
  const { call } = await service.another({ notes: { ...memoryNotes(), rememberNote } });
  const url = `/api/redemptions/${redemptionId}/reverse`;
  expect(await call(owner, 'POST', url, { reason: 'Returned' })).toMatchObject({ status: 200 });
  expect(about).toEqual([[sale.customerId, 'staff', 'ana', 'ben']]);
});
