import { eventSchemas, type RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { exampleRedemption, foldHistory, foldRedemptions, uuid } from '../testing/example-redemption.ts';
import { type ConfirmRedemption, confirmRedemption, redeemBenefit } from './redeem.ts';
import { reverseRedemption } from './reverse.ts';
import { awaitedRedemption, redemptionsInPeriod } from './state.ts';

const example = exampleRedemption();
const site = {
  ...example.site,
  configuration: { ...example.site.configuration, selfRedemption: 'confirmed', maxSaleAmount: '1000.00' },
} as const;
const redeem = { ...example, site };
const LATER = '2026-06-01T13:00:00.000Z';
const confirm: ConfirmRedemption = {
  scan: example.scan,
  site,
  confirmedVia: 'code',
  confirmedBy: 'staff',
  saleAmount: '50',
  entryId: example.entryId,
  now: LATER,
};
const awaited = redeemBenefit(foldRedemptions([]), redeem) as readonly RedemptionEvent[];
const reverseBy = (events: readonly RedemptionEvent[], amount: string | null = null) =>
  reverseRedemption(foldHistory(events, uuid(100)), {
    ...{
      reversalId: uuid(500),
      note: { noteId: uuid(600), noteHash: 'ab'.repeat(32) },
      amount,
      freeSlot: true,
      now: LATER,
    },
    compensatingEntryId: (entryId) => entryId.replace(/^0/, 'f'),
  });
const refusal = (code: string) => expect.objectContaining({ code });

describe('a customer’s own redemption at a site where staff confirm', () => {
  it('earns nothing yet: it freezes path, owners and percents until the end of the issue period', () => {
    const [event] = awaited;
    expect(event?.data).toMatchObject({
      ...{ saleAmount: '100.00', confirmedVia: 'self', pool: '0.00', shares: [] },
      path: [{ ownerId: 'ana' }, { ownerId: 'ben' }, { ownerId: 'cem' }],
      awaitsConfirmation: {
        until: example.qr.expiresAt,
        pool: '10.00',
        shares: [
          { entryId: uuid(20), ownerId: 'ana', amount: '6.00' },
          { entryId: uuid(21), ownerId: 'ben', amount: '3.00' },
          { entryId: uuid(22), ownerId: 'cem', amount: '1.00' },
        ],
      },
    });
    expect(eventSchemas.BenefitRedeemed.safeParse(event?.data).success).toBe(true);
  });

  it('counts towards the limits at once', () => {
    expect(redemptionsInPeriod(foldRedemptions(awaited), 1)).toBe(1);
    expect(() => redeemBenefit(foldRedemptions(awaited), redeem)).toThrow(refusal('ALREADY_REDEEMED'));
  });

  it('is refused where the site has switched it off; staff redeem there', () => {
    const off = { ...site, configuration: { ...site.configuration, selfRedemption: 'off' } } as const;
    expect(() => redeemBenefit(foldRedemptions([]), { ...redeem, site: off })).toThrow(refusal('SELF_REDEMPTION_OFF'));
    const byStaff = { ...redeem, site: off, confirmedVia: 'token', confirmedBy: 'staff' } as const;
    expect(redeemBenefit(foldRedemptions([]), byStaff)[0]?.data).toMatchObject({
      awaitsConfirmation: null,
      pool: '10.00',
    });
  });
});

describe('confirming', () => {
  it('earns the frozen shares of the confirmed sale amount, with a hold that begins now', () => {
    const [event] = confirmRedemption(foldRedemptions(awaited), confirm);
    const { scan } = example;
    expect(event).toEqual({
      type: 'RedemptionConfirmed',
      data: {
        redemptionId: uuid(100),
        scanId: scan.scanId,
        ...{ qrId: scan.qrId, rootQrId: scan.rootQrId, siteId: scan.siteId, tenantId: scan.tenantId },
        ...{ period: 1, customerId: 'customer', currency: 'EUR' },
        ...{ saleAmount: '50.00', saleAmountSource: 'entered', confirmedVia: 'code', confirmedBy: 'staff' },
        ...{ reference: null, ruleVersion: 1, pool: '5.00' },
        shares: [
          { entryId: uuid(20), qrId: uuid(10), ownerId: 'ana', percent: '6.00', amount: '3.00' },
          { entryId: uuid(21), qrId: uuid(11), ownerId: 'ben', percent: '3.00', amount: '1.50' },
          { entryId: uuid(22), qrId: uuid(12), ownerId: 'cem', percent: '1.00', amount: '0.50' },
        ],
        holdDays: 14,
        maturesAt: '2026-06-15T13:00:00.000Z',
      },
    });
    expect(eventSchemas.RedemptionConfirmed.safeParse(event?.data).success).toBe(true);
  });

  it('keeps the rule, its settings and the hold of the redemption, whatever the site has now', () => {
    const tiers = { version: 2, settings: { tierAmounts: ['5.00', '2.00'] } };
    const configuration = { ...site.configuration, commissionRule: tiers, commissionHoldDays: 7 } as const;
    const [now] = confirmRedemption(foldRedemptions(awaited), confirm);
    const [later] = confirmRedemption(foldRedemptions(awaited), { ...confirm, site: { ...site, configuration } });
    expect(later).toEqual(now);

    const atTiers = redeemBenefit(foldRedemptions([]), { ...redeem, site: { ...site, configuration } });
    const [event] = confirmRedemption(foldRedemptions(atTiers as readonly RedemptionEvent[]), confirm);
    expect(event?.data).toMatchObject({
      ruleVersion: 2,
      pool: '7.00',
      holdDays: 7,
      maturesAt: '2026-06-08T13:00:00.000Z',
    });
  });

  it('happens once, and takes nothing more of the limits', () => {
    const both = [...awaited, ...confirmRedemption(foldRedemptions(awaited), confirm)];
    expect(() => confirmRedemption(foldRedemptions(both), confirm)).toThrow(refusal('ALREADY_REDEEMED'));
    expect(redemptionsInPeriod(foldRedemptions(both), 1)).toBe(1);
  });

  it('is refused at the instant at which the issue period ends', () => {
    const late = { ...confirm, now: example.qr.expiresAt };
    expect(() => confirmRedemption(foldRedemptions(awaited), late)).toThrow(refusal('OFFER_EXPIRED'));
    const inTime = { ...confirm, now: '2026-06-02T09:59:59.999Z' };
    expect(confirmRedemption(foldRedemptions(awaited), inTime)).toHaveLength(1);
  });

  it.each([
    ['ana, who earns from it', { confirmedBy: 'ana' }, 'CONFIRMER_EARNS'],
    ['cem, who earns from it', { confirmedBy: 'cem' }, 'CONFIRMER_EARNS'],
    ['the customer', { confirmedBy: 'customer' }, 'SELF_DEALING'],
    ['staff of a closed site', { site: { ...site, isActive: false } }, 'OFFER_INACTIVE'],
  ])('is refused to %s', (_, change, code) => {
    expect(() => confirmRedemption(foldRedemptions(awaited), { ...confirm, ...change })).toThrow(refusal(code));
  });
});

describe('the maximum sale amount', () => {
  const tooMuch = expect.objectContaining({
    code: 'SALE_AMOUNT_TOO_HIGH',
    message: 'This site accepts sale amounts of up to 1000.00 EUR.',
  });

  it('bounds what staff enter, when they redeem and when they confirm', () => {
    const byStaff = { ...redeem, confirmedVia: 'code', confirmedBy: 'staff' } as const;
    const none = foldRedemptions([]);
    expect(() => redeemBenefit(none, { ...byStaff, saleAmount: '1000.01' })).toThrow(tooMuch);
    expect(redeemBenefit(none, { ...byStaff, saleAmount: '1000' })).toHaveLength(1);
    expect(() => confirmRedemption(foldRedemptions(awaited), { ...confirm, saleAmount: '1000.01' })).toThrow(tooMuch);
  });

  it('bounds a default that was stored before there was one', () => {
    const configuration = { ...site.configuration, defaultSaleAmount: '2000.00' };
    const dear = { ...redeem, site: { ...site, configuration } };
    expect(() => redeemBenefit(foldRedemptions([]), dear)).toThrow(tooMuch);
  });
});

describe('reversing a redemption that was not confirmed', () => {
  it('takes nothing back, frees the slot, and ends the wait', () => {
    const [reversal] = reverseBy(awaited);
    expect(reversal?.data).toMatchObject({
      ...{ amount: '100.00', whole: true, slotFreed: true, shares: [] },
      endsWaiting: { scanId: example.scan.scanId, entryIds: [uuid(20), uuid(21), uuid(22)] },
    });
    expect(eventSchemas.RedemptionReversed.safeParse(reversal?.data).success).toBe(true);
    const state = foldRedemptions([...awaited, ...reverseBy(awaited)]);
    expect(awaitedRedemption(state, example.scan)).toBeUndefined();
    expect(redemptionsInPeriod(state, 1)).toBe(0);
    expect(() => confirmRedemption(state, confirm)).toThrow(refusal('ALREADY_REDEEMED'));
    expect(() => reverseBy([...awaited, ...reverseBy(awaited)])).toThrow(refusal('ALREADY_REVERSED'));
  });

  it('in part is refused: there is no sale amount yet', () => {
    expect(() => reverseBy(awaited, '10.00')).toThrow(refusal('CONFIRMATION_MISSING'));
  });
});

it('a confirmed redemption is reversed by the confirmed sale amount', () => {
  const both = [...awaited, ...confirmRedemption(foldRedemptions(awaited), confirm)];
  expect(() => reverseBy(both, '50.01')).toThrow(refusal('REVERSAL_TOO_HIGH'));
  const [reversal] = reverseBy(both);
  expect(reversal?.data).toMatchObject({
    ...{ amount: '50.00', whole: true, endsWaiting: null, maturesAt: '2026-06-15T13:00:00.000Z' },
    shares: [{ amount: '-3.00', reversesEntryId: uuid(20) }, { amount: '-1.50' }, { amount: '-0.50' }],
  });
});
