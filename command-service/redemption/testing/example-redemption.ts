import type { RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { DEFAULT_COMMISSION_RULE } from '@perktree/contracts/commission/rule';
import type { RedeemBenefit } from '../decisions/redeem.ts';
import { type RedemptionHistory, redemptionHistory } from '../decisions/reverse.ts';
import { type RedemptionsState, redemptionsFold } from '../decisions/state.ts';

export const uuid = (n: number) => `0198c0de-0000-8000-8000-${String(n).padStart(12, '0')}`;
export const NOW = '2026-06-01T12:00:00.000Z';

/** Root 10 %, child 4 %, grandchild 1 %, all claimed; the customer redeems the grandchild. */
export function exampleRedemption(): RedeemBenefit {
  return {
    redemptionId: uuid(100),
    scan: {
      ...{ scanId: uuid(5), siteId: uuid(3), tenantId: uuid(4), rootQrId: uuid(10), qrId: uuid(12), period: 1 },
      customerId: 'customer',
      benefit: { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
      qrName: 'Summer',
      expiresAt: '2026-06-02T10:00:00.000Z',
      ...{ deviceId: uuid(9), redemptionCode: 'K7M-2QX', redemptionToken: 'token' },
    },
    qr: {
      isActive: true,
      period: 1,
      expiresAt: '2026-06-02T10:00:00.000Z',
      maxRedemptions: 3,
      treeRevision: 5,
      path: [
        { qrId: uuid(10), ownerId: 'ana', percent: '10.00' },
        { qrId: uuid(11), ownerId: 'ben', percent: '4.00' },
        { qrId: uuid(12), ownerId: 'cem', percent: '1.00' },
      ],
    },
    site: {
      ownerId: 'owner',
      staff: new Set(['staff', 'colleague']),
      currency: 'EUR',
      isActive: true,
      blockedDistributors: new Set(),
      configuration: {
        defaultSaleAmount: '100.00',
        maxSaleAmount: '10000.00',
        commissionHoldDays: 14,
        maxRedemptionsPerCustomer: 1,
        selfRedemption: 'on',
        commissionRule: DEFAULT_COMMISSION_RULE,
      },
    },
    confirmedVia: 'self',
    confirmedBy: 'customer',
    saleAmount: null,
    networkId: uuid(8),
    entryId: (qrId) => ({ [uuid(10)]: uuid(20), [uuid(11)]: uuid(21), [uuid(12)]: uuid(22) })[qrId] ?? '',
    now: NOW,
  };
}

export function foldRedemptions(events: readonly RedemptionEvent[]): RedemptionsState {
  return events.reduce((state, event) => redemptionsFold.evolve(state, event, NOW), redemptionsFold.initialState);
}

export function foldHistory(events: readonly RedemptionEvent[], redemptionId: string): RedemptionHistory {
  return redemptionHistory(events.filter(({ data }) => data.redemptionId === redemptionId));
}
