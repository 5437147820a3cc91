import type { Currency } from '@perktree/contracts/kernel/money';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import { asStaff, inSandbox, joinStaff, openRoot, splitQr } from './business-calls.ts';
import { buildCafe, type Cafe } from './cafe.ts';
import { sessionOf } from './people-of-the-past.ts';
import type { Sandbox } from './sandbox.ts';
import type { VisitOffer } from './visits.ts';

const DAYS_A_MONTH = 30;
const HOLD_DAYS = 14;
export const MINIMUM_PAYOUT = '20.00';

/** The demo accounts that can sign in. */
export interface PastCast {
  readonly owner: Session;
  readonly distributor: Session;
  readonly partner: Session;
  readonly staff: Session;
  readonly staffEmail: string;
}

interface Business {
  readonly cafe: Cafe;
  readonly sites: readonly { siteId: string; tenantId: string; currency: Currency }[];
  readonly offers: VisitOffer[];
  /** Staff by site. */
  readonly counters: ReadonlyMap<string, readonly Session[]>;
  /** Actions of the owner on a day. @param index the day, from 0 */
  onDay(index: number): Promise<void>;
}

interface PastPeople {
  readonly distributors: readonly ImportedAccount[];
  readonly staff: readonly ImportedAccount[];
}

/** Opens two sites in two currencies with three campaigns, distributors and staff. */
export async function openBusiness(sandbox: Sandbox, cast: PastCast, people: PastPeople): Promise<Business> {
  const steps = stepsOf(sandbox, cast, people);
  const { by, owner, offers, join } = steps;
  const cafe = await buildCafe({
    owner,
    holdDays: HOLD_DAYS,
    maxRedemptions: 2_000,
    distributor: by(cast.distributor),
    partner: by(cast.partner),
    staff: by(cast.staff, cast.staffEmail),
    distributorToken: async (_, qrId) => (await sandbox.lookups.tokensOf(qrId)).distributorToken,
  });
  await addCampaigns(steps, cafe);
  const { books, fair } = await openBookshop(steps);

  const tenantId = cast.owner.tenantId as string;
  const cafeStaff = [asStaff(cast.staff), await join(cafe.siteId, people.staff[0] as ImportedAccount)];
  const bookStaff = [
    await join(books, people.staff[1] as ImportedAccount),
    await join(books, people.staff[2] as ImportedAccount),
  ];
  return {
    cafe,
    offers,
    sites: [
      { siteId: cafe.siteId, tenantId, currency: 'EUR' },
      { siteId: books, tenantId, currency: 'USD' },
    ],
    counters: new Map([
      [cafe.siteId, cafeStaff],
      [books, bookStaff],
    ]),
    async onDay(index) {
      if (index === DAYS_A_MONTH + 5) await owner.call('POST', `/api/sites/${books}/qrs/${fair}/reissue`);
    },
  };
}

type Steps = ReturnType<typeof stepsOf>;

/** Actions of owner, distributors and staff while the business is opened. */
function stepsOf(sandbox: Sandbox, cast: PastCast, people: PastPeople) {
  const by = (session: Session, email?: string) => inSandbox(sandbox, session, email);
  const owner = by(cast.owner);
  const offers: VisitOffer[] = [];
  const offer = async (siteId: string, qrId: string, weight: number) => {
    const { customerToken } = await sandbox.lookups.tokensOf(qrId);
    offers.push({ siteId, qrId, weight, token: customerToken });
  };
  const claim = async (session: Session, qrId: string) =>
    sandbox.call(session, 'POST', '/api/claim-qr', { token: (await sandbox.lookups.tokensOf(qrId)).distributorToken });
  const distributor = (index: number) => sessionOf(people.distributors[index] as ImportedAccount);
  const join = async (siteId: string, account: ImportedAccount): Promise<Session> => {
    const session = sessionOf(account);
    await joinStaff(owner, siteId, by(session, account.email));
    return asStaff(session);
  };
  const root = (siteId: string, qr: object) => openRoot(owner, siteId, qr);
  const split = async (siteId: string, parent: string, splits: readonly (readonly [string, string])[]) =>
    (await splitQr(owner, siteId, parent, splits)) as [string, string];
  return { by, owner, offers, offer, claim, distributor, join, root, split };
}

/** Adds trees of up to four levels at the café, and an offer that is soon full. */
async function addCampaigns({ claim, distributor, offer, root, split }: Steps, cafe: Cafe): Promise<void> {
  const [kiosk] = await split(cafe.siteId, cafe.ferry, [['Pier Kiosk', '0.50']]);
  await claim(distributor(0), kiosk);
  for (const [qrId, weight] of [
    [cafe.summer, 4],
    [cafe.harbour, 5],
    [cafe.university, 4],
    [cafe.ferry, 4],
  ] as const) {
    await offer(cafe.siteId, qrId, weight);
  }
  await offer(cafe.siteId, kiosk, 2);

  const breakfast = await root(cafe.siteId, {
    name: 'Breakfast Club',
    type: 'TEXT_REWARD',
    textReward: 'Free croissant',
    commissionPercent: '8.00',
  });
  const [hotels, taxis] = await split(cafe.siteId, breakfast, [
    ['Hotel Desks', '5.00'],
    ['Taxi Cards', '2.00'],
  ]);
  const [lobby, rooms] = await split(cafe.siteId, hotels, [
    ['Lobby Stand', '2.00'],
    ['Room Folders', '1.50'],
  ]);
  for (const [index, qrId] of [breakfast, hotels, taxis, lobby, rooms].entries()) {
    await claim(distributor(1 + index), qrId);
    await offer(cafe.siteId, qrId, 2);
  }
  const week = await root(cafe.siteId, {
    name: 'Opening Week',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 50,
    commissionPercent: '5.00',
    maxRedemptions: 25,
  });
  await claim(distributor(6), week);
  await offer(cafe.siteId, week, 6);
}

/** Opens a second site in another currency: one offer expires, one is reissued, one continues. */
async function openBookshop({ owner, claim, distributor, offer, root, split }: Steps) {
  const { id: books } = await owner.call<{ id: string }>('POST', '/api/sites', {
    name: 'Old Town Books',
    currency: 'USD',
  });
  const configure = (minutes: number) =>
    owner.call('PUT', `/api/sites/${books}/config`, {
      ...DEFAULT_SITE_CONFIGURATION,
      qrMinutesLife: minutes,
      maxRedemptionsPerCustomer: 5,
      minimumPayout: MINIMUM_PAYOUT,
    });
  // Valid for a month: one of them expires, the other is reissued.
  await configure(DAYS_A_MONTH * 24 * 60);
  const fixed = (discountFixedAmount: number) => ({ type: 'DISCOUNT_FIXED', discountFixedAmount });
  const tasting = await root(books, { name: 'Spring Reading Night', ...fixed(3), commissionPercent: '6.00' });
  const fair = await root(books, { name: 'Book Fair', ...fixed(4), commissionPercent: '9.00' });
  await configure(365 * 24 * 60);
  const season = await root(books, { name: 'Reading Season', ...fixed(5), commissionPercent: '12.00' });
  const [schools, libraries] = await split(books, season, [
    ['School Bags', '6.00'],
    ['Library Cards', '4.00'],
  ]);
  for (const [index, qrId] of [season, schools, libraries, fair].entries()) await claim(distributor(6 + index), qrId);
  for (const qrId of [tasting, fair, season, schools, libraries]) await offer(books, qrId, 2);
  return { books, fair };
}
