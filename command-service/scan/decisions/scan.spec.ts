import type { ScanEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { CodeTaken, type Offer, reserveCode, type ScanQr, scanQr } from './scan.ts';
import { type ScanState, scanFold } from './state.ts';

const uuid = (n: number) => `0198c0de-0000-8000-8000-${String(n).padStart(12, '0')}`;
const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null } as const;
const offer: Offer = {
  qrId: uuid(1),
  rootQrId: uuid(2),
  siteId: uuid(3),
  tenantId: uuid(4),
  terms: { name: 'Summer', benefit },
  period: 2,
  expiresAt: '2026-06-02T10:00:00.000Z',
  isActive: true,
};
const command: ScanQr = {
  scanId: uuid(5),
  offer,
  now: '2026-06-01T12:00:00.000Z',
  deviceId: uuid(9),
  customer: { id: 'customer', redemptionCode: 'K7M-2QX', redemptionToken: 'token' },
};
const given = (events: readonly ScanEvent[]): ScanState =>
  events.reduce((state, event) => scanFold.evolve(state, event, command.now), scanFold.initialState);

describe('scanning a QR', () => {
  it('opens the scan of a customer, with the benefit as it is now', () => {
    expect(scanQr(given([]), command)).toEqual([
      {
        type: 'QrScanned',
        data: {
          scanId: uuid(5),
          siteId: uuid(3),
          tenantId: uuid(4),
          rootQrId: uuid(2),
          qrId: uuid(1),
          period: 2,
          customerId: 'customer',
          benefit,
          qrName: 'Summer',
          expiresAt: offer.expiresAt,
          deviceId: uuid(9),
          redemptionCode: 'K7M-2QX',
          redemptionToken: 'token',
        },
      },
    ]);
  });

  it('counts a visitor, with nothing to redeem', () => {
    const [event] = scanQr(given([]), { ...command, customer: null });
    expect(event?.data).toMatchObject({ customerId: null, redemptionCode: null, redemptionToken: null });
  });

  it('leaves an existing scan unchanged after later edits and deactivation', () => {
    const state = given(scanQr(given([]), command));
    const edited = {
      ...offer,
      isActive: false,
      terms: { name: 'Winter', benefit: { ...benefit, discountPercent: 5 } },
    };
    expect(scanQr(state, { ...command, offer: edited })).toEqual([]);
    expect(state?.benefit.discountPercent).toBe(20);
  });

  it('refuses from the instant of expiry on', () => {
    expect(() => scanQr(given([]), { ...command, now: offer.expiresAt })).toThrow('This offer has expired');
    expect(scanQr(given([]), { ...command, now: '2026-06-02T09:59:59.999Z' })).toHaveLength(1);
  });

  it('refuses the scan of an earlier period', () => {
    const state = given(scanQr(given([]), command));
    expect(() => scanQr(state, { ...command, now: '2026-06-03T00:00:00.000Z' })).toThrow('This offer has expired');
  });

  it('refuses a QR that is not active', () => {
    expect(() => scanQr(given([]), { ...command, offer: { ...offer, isActive: false } })).toThrow(/not available/);
  });
});

describe('reserving a redemption code', () => {
  const wanted = { siteId: uuid(3), code: 'K7M-2QX', scanId: uuid(5), qrId: uuid(1), expiresAt: offer.expiresAt };
  const ofAnother = { ...wanted, scanId: uuid(6) };

  it('reserves an unused code', () => {
    expect(reserveCode(null, wanted, command.now)).toEqual([{ type: 'RedemptionCodeReserved', data: wanted }]);
  });

  it('refuses a code that another open scan of the site holds', () => {
    expect(() => reserveCode(ofAnother, wanted, command.now)).toThrow(CodeTaken);
  });

  it('reserves a code whose scan has expired', () => {
    const now = ofAnother.expiresAt;
    expect(reserveCode(ofAnother, { ...wanted, expiresAt: '2026-06-04T10:00:00.000Z' }, now)).toHaveLength(1);
  });

  it('appends nothing if the scan already holds the code', () => {
    expect(reserveCode(wanted, wanted, command.now)).toEqual([]);
  });
});
