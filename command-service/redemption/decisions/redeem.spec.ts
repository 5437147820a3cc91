import { eventSchemas, type RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { exampleRedemption, foldRedemptions, uuid } from '../testing/example-redemption.ts';
import { type RedeemBenefit, redeemBenefit } from './redeem.ts';
import { redemptionsInPeriod } from './state.ts';

const command = exampleRedemption();
const withQr = (change: Partial<RedeemBenefit['qr']>): RedeemBenefit => ({
  ...command,
  qr: { ...command.qr, ...change },
});
const configured = (change: Partial<RedeemBenefit['site']['configuration']>): RedeemBenefit => ({
  ...command,
  site: { ...command.site, configuration: { ...command.site.configuration, ...change } },
});
/** The same command by another customer, or of another scan of the same one. */
const by = (customerId: string, scanId: string, base = command): RedeemBenefit => ({
  ...base,
  redemptionId: uuid(900),
  confirmedBy: base.confirmedBy === 'customer' ? customerId : base.confirmedBy,
  scan: { ...base.scan, customerId, scanId },
});
/** The events of one command after the other. */
function redeemAll(...commands: RedeemBenefit[]): RedemptionEvent[] {
  const events: RedemptionEvent[] = [];
  for (const each of commands) events.push(...redeemBenefit(foldRedemptions(events), each));
  return events;
}
const refusal = (code: string) => expect.objectContaining({ code });

describe('redeeming a scan', () => {
  it('records benefit, path, owners, percents, amounts, tree revision and rule version', () => {
    const [event] = redeemAll(command);
    expect(event).toEqual({
      type: 'BenefitRedeemed',
      data: {
        ...{ redemptionId: uuid(100), scanId: uuid(5), deviceId: command.scan.deviceId, networkId: uuid(8) },
        ...{ qrId: uuid(12), rootQrId: uuid(10), siteId: uuid(3), tenantId: uuid(4), period: 1 },
        ...{ customerId: 'customer', currency: 'EUR', benefit: command.scan.benefit, qrName: 'Summer' },
        ...{ saleAmount: '100.00', saleAmountSource: 'default', confirmedVia: 'self', confirmedBy: 'customer' },
        reference: null,
        path: [
          { qrId: uuid(10), ownerId: 'ana', percent: '10.00' },
          { qrId: uuid(11), ownerId: 'ben', percent: '4.00' },
          { qrId: uuid(12), ownerId: 'cem', percent: '1.00' },
        ],
        ...{ treeRevision: 5, ruleVersion: 1, ruleSettings: {}, pool: '10.00' },
        shares: [
          { entryId: uuid(20), qrId: uuid(10), ownerId: 'ana', percent: '6.00', amount: '6.00' },
          { entryId: uuid(21), qrId: uuid(11), ownerId: 'ben', percent: '3.00', amount: '3.00' },
          { entryId: uuid(22), qrId: uuid(12), ownerId: 'cem', percent: '1.00', amount: '1.00' },
        ],
        ...{ holdDays: 14, maturesAt: '2026-06-15T12:00:00.000Z', awaitsConfirmation: null },
      },
    });
    expect(eventSchemas.BenefitRedeemed.safeParse(event?.data).success).toBe(true);
  });

  it('takes the sale amount that staff entered, and says so', () => {
    const [event] = redeemAll({ ...command, confirmedVia: 'code', confirmedBy: 'staff', saleAmount: '33.3' });
    expect(event?.data).toMatchObject({ saleAmount: '33.30', saleAmountSource: 'entered', pool: '3.33' });
  });

  it('matures at once where the site holds nothing back', () => {
    const [event] = redeemAll(configured({ commissionHoldDays: 0 }));
    expect(event?.data).toMatchObject({ holdDays: 0, maturesAt: command.now });
  });
});

it('a scan is redeemed once, by any actor', () => {
  const bySelf = foldRedemptions(redeemAll(command));
  const byStaff = { ...command, confirmedVia: 'token', confirmedBy: 'staff' } as const;
  for (const again of [command, byStaff]) {
    expect(() => redeemBenefit(bySelf, again)).toThrow(refusal('ALREADY_REDEEMED'));
  }
});

describe('limits', () => {
  it('refuse the fourth of three in a period', () => {
    const three = redeemAll(by('a', uuid(51)), by('b', uuid(52)), by('c', uuid(53)));
    expect(redemptionsInPeriod(foldRedemptions(three), 1)).toBe(3);
    expect(() => redeemBenefit(foldRedemptions(three), by('d', uuid(54)))).toThrow(refusal('OFFER_FULL'));
  });

  it('follow the QR’s maximum as it is now, and none where it has none', () => {
    const one = foldRedemptions(redeemAll(by('a', uuid(51))));
    expect(() => redeemBenefit(one, withQr({ maxRedemptions: 1 }))).toThrow(refusal('OFFER_FULL'));
    expect(redeemBenefit(one, withQr({ maxRedemptions: null }))).toHaveLength(1);
  });

  it('restart with a new issue period', () => {
    const full = foldRedemptions(redeemAll(by('a', uuid(51)), by('b', uuid(52)), by('c', uuid(53))));
    const inPeriod2 = withQr({ period: 2, expiresAt: '2026-06-03T10:00:00.000Z' });
    const next = { ...inPeriod2, scan: { ...command.scan, period: 2, scanId: uuid(60) } };
    expect(redeemBenefit(full, next)).toHaveLength(1);
  });

  it('let a customer redeem as often as the site says, each time another scan', () => {
    const again = by('customer', uuid(6));
    const once = foldRedemptions(redeemAll(command));
    expect(() => redeemBenefit(once, again)).toThrow(refusal('CUSTOMER_LIMIT_REACHED'));
    const two = configured({ maxRedemptionsPerCustomer: 2 });
    expect(redeemBenefit(once, by('customer', uuid(6), two))).toHaveLength(1);
    const unlimited = configured({ maxRedemptionsPerCustomer: null });
    expect(redeemBenefit(once, by('customer', uuid(6), unlimited))).toHaveLength(1);
  });

  it('count a redemption no longer whose slot a reversal has freed; its scan stays used', () => {
    const [redeemed] = redeemAll(command);
    if (redeemed?.type !== 'BenefitRedeemed') throw new Error('nothing redeemed');
    const { redemptionId, qrId, rootQrId, siteId, tenantId, period, customerId, currency } = redeemed.data;
    const reversed = (slotFreed: boolean): RedemptionEvent => ({
      type: 'RedemptionReversed',
      data: {
        ...{ redemptionId, qrId, rootQrId, siteId, tenantId, period, customerId, currency, slotFreed },
        ...{ reversalId: uuid(70), noteId: null, noteHash: null, amount: '100.00', whole: true, ruleVersion: 2 },
        ...{ maturesAt: redeemed.data.maturesAt, shares: [], endsWaiting: null },
      },
    });
    const freed = foldRedemptions([redeemed, reversed(true)]);
    expect(redemptionsInPeriod(freed, 1)).toBe(0);
    expect(redeemBenefit(freed, by('customer', uuid(6)))).toHaveLength(1);
    expect(() => redeemBenefit(freed, command)).toThrow(refusal('ALREADY_REDEEMED'));
    expect(redemptionsInPeriod(foldRedemptions([redeemed, reversed(false)]), 1)).toBe(1);
  });
});

describe('the clock and the state of the offer', () => {
  const none = foldRedemptions([]);

  it('refuse at the instant at which the period ends, whatever a late job has not done yet', () => {
    expect(() => redeemBenefit(none, { ...command, now: command.qr.expiresAt })).toThrow(refusal('OFFER_EXPIRED'));
    expect(redeemBenefit(none, { ...command, now: '2026-06-02T09:59:59.999Z' })).toHaveLength(1);
  });

  it('refuse a scan of an earlier period', () => {
    const renewed = withQr({ period: 2, expiresAt: '2026-06-09T10:00:00.000Z' });
    expect(() => redeemBenefit(none, renewed)).toThrow(refusal('OFFER_EXPIRED'));
  });

  it('refuse a QR or a site that is not active', () => {
    expect(() => redeemBenefit(none, withQr({ isActive: false }))).toThrow(refusal('OFFER_INACTIVE'));
    const closed = { ...command, site: { ...command.site, isActive: false } };
    expect(() => redeemBenefit(none, closed)).toThrow(refusal('OFFER_INACTIVE'));
  });

  it('refuse an anonymous scan', () => {
    const anonymous = { ...command, scan: { ...command.scan, customerId: null } };
    expect(() => redeemBenefit(none, anonymous)).toThrow(refusal('INVALID_TOKEN'));
  });
});

describe('self-dealing', () => {
  const none = foldRedemptions([]);
  const byStaff = (customerId: string, confirmedBy: string): RedeemBenefit => ({
    ...by(customerId, uuid(61), { ...command, confirmedVia: 'code', confirmedBy }),
  });

  it.each(['ana', 'ben', 'cem'])('refuses %s, who owns a QR of the path, as customer and as staff', (owner) => {
    expect(() => redeemBenefit(none, by(owner, uuid(61)))).toThrow(refusal('SELF_DEALING'));
    expect(() => redeemBenefit(none, byStaff(owner, 'staff'))).toThrow(refusal('CUSTOMER_EARNS'));
    expect(() => redeemBenefit(none, byStaff('customer', owner))).toThrow(refusal('CONFIRMER_EARNS'));
  });

  it.each(['owner', 'staff'])('refuses the %s of the site its own scan, by itself or by code', (worker) => {
    expect(() => redeemBenefit(none, by(worker, uuid(61)))).toThrow(refusal('SELF_DEALING'));
    expect(() => redeemBenefit(none, byStaff(worker, worker))).toThrow(refusal('SELF_DEALING'));
  });

  it('lets a colleague confirm a staff member’s scan', () => {
    expect(redeemBenefit(none, byStaff('staff', 'colleague'))).toHaveLength(1);
  });
});

describe('a redemption on the path of a blocked distributor', () => {
  const blocking = (...ids: string[]): RedeemBenefit => ({
    ...command,
    site: { ...command.site, blockedDistributors: new Set(ids) },
  });

  it('earns as an unclaimed QR does, and records it so', () => {
    const [event] = redeemAll(blocking('ben'));
    expect(event?.data).toMatchObject({
      path: [{ ownerId: 'ana' }, { ownerId: null, percent: '4.00' }, { ownerId: 'cem' }],
      pool: '10.00',
      shares: [
        { ownerId: 'ana', amount: '9.00' },
        { ownerId: 'cem', amount: '1.00' },
      ],
    });
    expect(redeemAll(blocking('ana', 'ben', 'cem'))[0]?.data).toMatchObject({ pool: '0.00', shares: [] });
  });

  it('is still not allowed for the blocked distributor', () => {
    expect(() => redeemAll(by('ben', uuid(6), blocking('ben')))).toThrow(refusal('SELF_DEALING'));
  });
});
