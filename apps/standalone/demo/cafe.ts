import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';

/** Makes calls as a user, over HTTP or in the sandbox that creates the history. */
export interface Caller {
  /** Staff are invited by it. */
  readonly email: string;
  call<Answer>(method: 'POST' | 'PUT', url: string, body?: object): Promise<Answer>;
}

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
  const qrs = `/api/sites/${siteId}/qrs`;
  const split = async (parent: string, ...splits: { name: string; commissionPercent: string }[]) =>
    (await owner.call<{ qrs: { id: string }[] }>('POST', `${qrs}/${parent}/split`, { splits })).qrs.map(({ id }) => id);
  const { id: summer } = await owner.call<{ id: string }>('POST', qrs, { ...SUMMER, maxRedemptions });
  const [harbour, university] = (await split(
    summer,
    { name: 'Harbour Flyers', commissionPercent: '4.00' },
    { name: 'University Posters', commissionPercent: '3.00' },
  )) as [string, string];
  const [ferry] = (await split(harbour, { name: 'Ferry Terminal', commissionPercent: '1.00' })) as [string];

  const claim = async (who: Caller, qrId: string) =>
    who.call('POST', '/api/claim-qr', { token: await by.distributorToken(siteId, qrId) });
  await claim(distributor, summer);
  await claim(distributor, university);
  await claim(partner, harbour);
  await claim(partner, ferry);

  const { invitationUrl } = await owner.call<{ invitationUrl: string }>(
    'POST',
    `/api/sites/${siteId}/staff-invitations`,
    { email: staff.email },
  );
  await staff.call('POST', `/api/staff-invitations/${invitationUrl.split('/').at(-1)}/accept`);
  return { siteId, summer, harbour, university, ferry };
}
