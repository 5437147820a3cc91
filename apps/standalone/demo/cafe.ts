import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { type Caller, joinStaff, openRoot, splitQr } from './business-calls.ts';

/** Ids of the site and of its tree. */
export interface Cafe {
  readonly siteId: string;
  readonly summer: string;
  readonly harbour: string;
  readonly university: string;
  readonly ferry: string;
}

const SUMMER = {
  name: 'Summer Campaign',
  type: 'DISCOUNT_PERCENT',
  discountPercent: 20,
  commissionPercent: '10.00',
};

/** A café with a tree of three levels, claimed by two distributors, and one staff member. */
export async function buildCafe(by: {
  readonly owner: Caller;
  readonly distributor: Caller;
  readonly partner: Caller;
  readonly staff: Caller;
  readonly holdDays: number;
  /** Redemptions of the campaign, at most. */
  readonly maxRedemptions?: number;
  distributorToken(siteId: string, qrId: string): Promise<string>;
}): Promise<Cafe> {
  const { owner, distributor, partner, staff, holdDays, maxRedemptions = 100 } = by;
  const { id: siteId } = await owner.call<{ id: string }>('POST', '/api/sites', {
    name: 'Corner Café',
    currency: 'EUR',
  });
  await owner.call('PUT', `/api/sites/${siteId}/config`, {
    ...DEFAULT_SITE_CONFIGURATION,
    // Valid for a year, so that the demo can be used later.
    qrMinutesLife: 60 * 24 * 365,
    maxRedemptions: 50,
    maxRedemptionsPerCustomer: 3,
    commissionHoldDays: holdDays,
  });
  const summer = await openRoot(owner, siteId, { ...SUMMER, maxRedemptions });
  const [harbour, university] = (await splitQr(owner, siteId, summer, [
    ['Harbour Flyers', '4.00'],
    ['University Posters', '3.00'],
  ])) as [string, string];
  const [ferry] = (await splitQr(owner, siteId, harbour, [['Ferry Terminal', '1.00']])) as [string];

  const claim = async (who: Caller, qrId: string) =>
    who.call('POST', '/api/claim-qr', { token: await by.distributorToken(siteId, qrId) });
  await claim(distributor, summer);
  await claim(distributor, university);
  await claim(partner, harbour);
  await claim(partner, ferry);

  await joinStaff(owner, siteId, staff);
  return { siteId, summer, harbour, university, ferry };
}
