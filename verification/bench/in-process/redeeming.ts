import type { RedeemBenefit } from '@perktree/command-service/redemption/decisions/redeem';
import type { EventData } from '@perktree/contracts/catalogue/events';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import {
  distributorIdOf,
  EXPIRES_AT,
  MAX_REDEMPTIONS,
  OWNER_ID,
  OWNERS_PER_PATH,
  PERCENTS,
  qrIdOf,
  SALE_AMOUNT,
} from '../data/business.ts';
import { idOf } from '../data/names.ts';
import { scanOf, type Visit } from '../data/visits.ts';

const configuration = {
  ...DEFAULT_SITE_CONFIGURATION,
  maxRedemptionsPerCustomer: null,
  defaultSaleAmount: SALE_AMOUNT,
};
const site = {
  ownerId: OWNER_ID,
  staff: new Set<string>(),
  blockedDistributors: new Set<string>(),
  currency: 'EUR',
  isActive: true,
  configuration,
} as const;

/** The command that redeems a visit, the same for every handler. It holds all that the decision needs except its stream. */
export function redeemCommand(visit: Visit, now: string): RedeemBenefit {
  const redemptionId = idOf(`redemption ${visit.number}`);
  const path = PERCENTS.map((percent, depth) => ({
    qrId: qrIdOf(visit.tree, depth),
    ownerId: depth < OWNERS_PER_PATH ? distributorIdOf(visit.tree, depth) : null,
    percent,
    entryId: idOf(`entry ${visit.number} ${depth}`),
  }));
  return {
    redemptionId,
    scan: scanOf(visit).event.data as EventData<'QrScanned'>,
    qr: { isActive: true, period: 1, expiresAt: EXPIRES_AT, maxRedemptions: MAX_REDEMPTIONS, treeRevision: 6, path },
    site,
    confirmedVia: 'token',
    confirmedBy: OWNER_ID,
    saleAmount: null,
    networkId: null,
    now,
  };
}
