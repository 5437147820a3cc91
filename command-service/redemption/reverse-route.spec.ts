import { streams } from '@perktree/contracts/catalogue/streams';
import { payoutCalls } from '@perktree/contracts/payout/calls';
import type { NoteTexts } from '@perktree/platform/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deriveUuid } from '../engine/derive-uuid.ts';
import { type BillingService, business, startBillingService } from '../payments/testing/billing-service.ts';
import { days, type EarningSite, openEarningSite } from '../payout/testing/earning-site.ts';
import { person } from '../testing/calls.ts';
import { memoryNotes } from '../testing/memory-notes.ts';

let service: BillingService;
beforeAll(async () => {
  service = await startBillingService();
});
afterAll(() => service.stop());

const owner = business('owner');
const generate = (site: EarningSite) => service.call(owner, 'POST', `/api/sites/${site.siteId}/payouts`);
const amounts = (answer: { body: { payouts: { distributorId: string; amount: string }[] } }) =>
  Object.fromEntries(answer.body.payouts.map(({ distributorId, amount }) => [distributorId, amount]));

describe('a reversal', () => {
  const reverse = (redemptionId: string, body: object = { reason: 'Goods returned' }, as = owner, key?: string) =>
    service.call(as, 'POST', `/api/redemptions/${redemptionId}/reverse`, body, key);

  it('before payment: what was wholly taken back is in no payout', async () => {
    const site = await openEarningSite(service, owner, 'before', { commissionHoldDays: 0 });
    const returned = await site.redeem('1000.00');
    const kept = await site.redeem('500.00');
    const answer = await reverse(returned.redemptionId);
    expect(answer).toMatchObject({ status: 200, position: expect.any(String) });
    expect(payoutCalls.reverseRedemption.answer.parse(answer.body)).toMatchObject({
      redemptionId: returned.redemptionId,
      amount: '1000.00',
      whole: true,
      entries: [{ amount: '-60.00' }, { amount: '-40.00' }],
    });
    const { body } = await generate(site);
    expect(body.payouts).toMatchObject([
      { distributorId: 'ana', amount: '30.00', entries: 1 },
      { distributorId: 'ben', amount: '20.00', entries: 1 },
    ]);
    const [event] = (await service.events(streams.payouts(site.siteId, 'ana'))).filter(
      ({ type }) => type === 'PayoutGenerated',
    );
    expect(event?.data).toMatchObject({ entryIds: [kept.shares[0]?.entryId] });
  });

  it('of a part counts as soon as what it takes back does', async () => {
    const site = await openEarningSite(service, owner, 'part');
    const redeemed = await site.redeem('1000.00');
    await reverse(redeemed.redemptionId, { reason: 'Half returned', amount: '500.00' });
    expect((await generate(site)).body).toMatchObject({ payouts: [] });
    days(service, 14);
    expect(amounts(await generate(site))).toEqual({ ana: '30.00', ben: '20.00' });
  });

  it('after payment counts against the next payout', async () => {
    const site = await openEarningSite(service, owner, 'after', { commissionHoldDays: 0 });
    const redeemed = await site.redeem('1000.00');
    for (const { id } of (await generate(site)).body.payouts) {
      await service.call(owner, 'POST', `/api/payouts/${id}/mark-paid`, { reference: 'SEPA' });
    }
    await reverse(redeemed.redemptionId);
    await site.redeem('1000.00');
    expect(amounts(await generate(site))).toEqual({});
    await site.redeem('500.00');
    expect(amounts(await generate(site))).toEqual({ ana: '30.00', ben: '20.00' });
  });

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

  it('of parts that race never takes back more than the sale', async () => {
    const site = await openEarningSite(service, owner, 'racing', { commissionHoldDays: 0 });
    const { redemptionId, qrId } = await site.redeem('100.00');
    const other = await service.another();
    const url = `/api/redemptions/${redemptionId}/reverse`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? service : other).call(owner, 'POST', url, { reason: 'Race', amount: '15.00' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const reversals = (await service.events(streams.redemptions(qrId))).filter(
      ({ type }) => type === 'RedemptionReversed',
    );
    expect(reversals).toHaveLength(6);
  });

  it('reads the stream of the QR as a whole for the first reversal only', async () => {
    const site = await openEarningSite(service, owner, 'read once', { commissionHoldDays: 0 });
    const redeemed = [await site.redeem('10.00'), await site.redeem('20.00'), await site.redeem('30.00')];
    const read = vi.spyOn(service.store, 'readStream');
    for (const { redemptionId } of redeemed) expect(await reverse(redemptionId)).toMatchObject({ status: 200 });
    const stream = streams.redemptions(redeemed[0]?.qrId ?? '');
    const fromFirst = read.mock.calls.filter(([of, from = 0, to]) => of === stream && from === 0 && to === undefined);
    read.mockRestore();
    expect(fromFirst).toHaveLength(1);
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

  it('is refused for another site’s owner and for an unknown redemption', async () => {
    const site = await openEarningSite(service, owner, 'foreign reversal', { commissionHoldDays: 0 });
    const { redemptionId } = await site.redeem('100.00');
    const none = '00000000-0000-8000-8000-000000000000';
    const notFound = { status: 404, body: { code: 'REDEMPTION_NOT_FOUND' } };
    expect(await reverse(redemptionId, undefined, business('stranger'))).toMatchObject(notFound);
    expect(await reverse(none)).toMatchObject(notFound);
    expect((await service.call(person('ana', 'distributor'), 'POST', `/api/redemptions/${none}/reverse`)).status).toBe(
      403,
    );
    expect((await service.call(null, 'POST', `/api/redemptions/${none}/reverse`)).status).toBe(401);
  });
});
