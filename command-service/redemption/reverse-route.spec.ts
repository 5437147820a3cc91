import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/streams';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/derive-uuid.ts';
import { openEarningSite } from '../payout/testing/earning-site.ts';
import { memoryNotes } from '../testing/memory-notes.ts';
import { ownerOf } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const service = await startWholeService();
afterAll(() => service.stop());

const owner = ownerOf('owner');
describe('a reversal', () => {
  const reverse = (redemptionId: string, body: object = { reason: 'Goods returned' }, as = owner, key?: string) =>
    service.call(as, 'POST', `/api/redemptions/${redemptionId}/reverse`, body, key);

  it('is made once by the same key, and never for more than is left', async () => {
    const site = await openEarningSite(service, owner, 'once', { commissionHoldDays: 0 });
    const { redemptionId } = await site.redeem('100.00');
    const part = { reason: 'Part', amount: '60.00' };
    const first = await reverse(redemptionId, part, owner, 'reverse once');
    expect((await reverse(redemptionId, part, owner, 'reverse once')).body).toEqual(first.body);
    expect(await reverse(redemptionId, { ...part, amount: '40.01' })).toMatchObject({
      status: 400,
      body: { code: 'REVERSAL_TOO_HIGH', message: 'You can reverse at most 40.00.' },
    });
    expect(await reverse(redemptionId)).toMatchObject({ status: 200, body: { amount: '40.00', whole: true } });
    expect(await reverse(redemptionId)).toMatchObject({ status: 409, body: { code: 'ALREADY_REVERSED' } });
  });

  it('of a confirmed redemption has a reason about everybody whom its text may name', async () => {
    const site = await openEarningSite(service, owner, 'confirmed', { commissionHoldDays: 0 });
    const { shares, pool, ...sale } = await site.redeem('100.00');
    const redemptionId = deriveUuid('confirmed', sale.redemptionId);
    const {
      scanId,
      qrId,
      rootQrId,
      siteId,
      tenantId,
      period,
      customerId,
      currency,
      saleAmount,
      path: _,
      ...rest
    } = sale;
    const ids = { redemptionId, scanId, qrId, rootQrId, siteId, tenantId, period, customerId, currency, saleAmount };
    const { saleAmountSource, reference, ruleVersion, holdDays, maturesAt } = rest;
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
});
