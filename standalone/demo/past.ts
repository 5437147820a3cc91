import { systemCommandContext } from '@perktree/command-service/command-context';
import { decidePaidPlan } from '@perktree/command-service/subscription/decide-plan';
import { subscriptionDecider } from '@perktree/command-service/subscription/state';
import type { Currency } from '@perktree/contracts/money';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import { streams } from '@perktree/contracts/streams';
import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import { buildCafe, type Cafe, type Caller } from './cafe.ts';
import { daysBefore, visitsOf } from './calendar.ts';
import { Dice } from './dice.ts';
import { PastPayouts } from './past-payouts.ts';
import { inventPeople, sessionOf } from './people-of-the-past.ts';
import type { Sandbox } from './sandbox.ts';

const DAYS_A_MONTH = 30;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** Sizes of the business; the averages are of a day. */
const CUSTOMERS = 450;
const DISTRIBUTORS = 10;
const STAFF = 3;
const VISITS = 22;
/** Of all visitors those who are signed in, and of these those who redeem at the counter. */
const SIGNED_IN = 0.55;
const REDEEMS = 0.42;
/** Of all redemptions those that the owner reverses some days later. */
const REVERSED = 0.015;
const HOLD_DAYS = 14;
const PAYOUT_DAY = 3;
const MINIMUM_PAYOUT = '20.00';

/** The people of the demo who can sign in, as the past needs them. */
export interface PastCast {
  readonly owner: Session;
  readonly distributor: Session;
  readonly partner: Session;
  readonly staff: Session;
  readonly staffEmail: string;
}

export interface Past {
  readonly cafe: Cafe;
  /** Those who appear in it besides the cast. */
  readonly accounts: readonly ImportedAccount[];
}

interface Offer {
  readonly qrId: string;
  readonly siteId: string;
  readonly token: string;
  readonly weight: number;
}

/**
 * Months of a plausible business up to today, made in a sandbox by the same calls and deciders as the present: two sites
 * in two currencies, three campaigns, trees four deep, weekends and lunch hours, reversals, monthly payouts, an expired,
 * a full and a reissued QR. The same seed and day give the same history, but for tokens and codes, which are secrets.
 */
export async function inventPast(
  sandbox: Sandbox,
  cast: PastCast,
  options: { readonly now: Date; readonly months: number; readonly seed: number },
): Promise<Past> {
  const dice = new Dice(options.seed);
  const days = daysBefore(options.now, options.months * DAYS_A_MONTH);
  const customers = inventPeople(dice, 'customer', CUSTOMERS, ['customer']);
  const distributors = inventPeople(dice, 'distributor', DISTRIBUTORS, ['distributor', 'customer']);
  const staff = inventPeople(dice, 'staff', STAFF, ['customer']);
  sandbox.now = new Date((days[0] as Date).getTime() + 7 * 60 * MINUTE_MS);
  await payForPro(sandbox, cast.owner);

  const business = await openBusiness(sandbox, cast, { distributors, staff });
  const visits = new Visits(sandbox, { dice, customers, counters: business.counters, owner: cast.owner });
  const payouts = new PastPayouts(sandbox);
  for (const [index, day] of days.entries()) {
    if (day.getUTCDate() === PAYOUT_DAY) {
      sandbox.now = new Date(day.getTime() + 7 * 60 * MINUTE_MS);
      for (const site of business.sites) await payouts.settle(site, MINIMUM_PAYOUT);
    }
    await business.onDay(index);
    await visits.reverseSome();
    for (const time of visitsOf(day, VISITS, dice))
      await visits.receive(
        time,
        dice.pick(business.offers, ({ weight }) => weight),
      );
  }
  return { cafe: business.cafe, accounts: [...customers, ...distributors, ...staff] };
}

async function payForPro(sandbox: Sandbox, owner: Session): Promise<void> {
  const { tenantId } = owner;
  if (tenantId === null) throw new Error('the owner has no business');
  await sandbox.deps.handler.execute({
    stream: streams.subscription(tenantId),
    decider: subscriptionDecider,
    decide: (state) =>
      decidePaidPlan(state, { tenantId, plan: 'pro', reference: 'offline-demo', redemptionsThisMonth: 0 }),
    context: systemCommandContext({
      commandName: 'StartSubscription',
      cause: `demo plan of ${tenantId}`,
      clock: sandbox.deps.clock,
    }),
  });
}

interface Business {
  readonly cafe: Cafe;
  readonly sites: readonly { siteId: string; tenantId: string; currency: Currency }[];
  readonly offers: Offer[];
  /** By site those who redeem there. */
  readonly counters: ReadonlyMap<string, readonly Session[]>;
  /** What the owner does on a day, counted from the first. */
  onDay(index: number): Promise<void>;
}

async function openBusiness(
  sandbox: Sandbox,
  cast: PastCast,
  people: { readonly distributors: readonly ImportedAccount[]; readonly staff: readonly ImportedAccount[] },
): Promise<Business> {
  const by = (session: Session, email = ''): Caller => ({
    email,
    call: (method, url, body) => sandbox.call(session, method, url, body),
  });
  const owner = by(cast.owner);
  const tenantId = cast.owner.tenantId as string;
  const offers: Offer[] = [];
  const offer = async (siteId: string, qrId: string, weight: number) => {
    const { customerToken } = await sandbox.lookups.tokensOf(qrId);
    offers.push({ siteId, qrId, weight, token: customerToken });
  };
  const claim = async (session: Session, qrId: string) =>
    sandbox.call(session, 'POST', '/api/claim-qr', { token: (await sandbox.lookups.tokensOf(qrId)).distributorToken });
  const distributor = (index: number) => sessionOf(people.distributors[index] as ImportedAccount);
  const join = async (siteId: string, account: ImportedAccount): Promise<Session> => {
    const { invitationUrl } = await owner.call<{ invitationUrl: string }>(
      ...(['POST', `/api/sites/${siteId}/staff-invitations`, { email: account.email }] as const),
    );
    const session = sessionOf(account);
    await sandbox.call(session, 'POST', `/api/staff-invitations/${invitationUrl.split('/').at(-1)}/accept`);
    return asStaff(session);
  };
  const root = async (siteId: string, qr: object) =>
    (await owner.call<{ id: string }>('POST', `/api/sites/${siteId}/qrs`, qr)).id;
  const split = async (siteId: string, parent: string, splits: readonly (readonly [string, string])[]) =>
    (
      await owner.call<{ qrs: { id: string }[] }>('POST', `/api/sites/${siteId}/qrs/${parent}/split`, {
        splits: splits.map(([name, commissionPercent]) => ({ name, commissionPercent })),
      })
    ).qrs.map(({ id }) => id) as [string, string];

  const cafe = await buildCafe({
    ...{ owner, holdDays: HOLD_DAYS, maxRedemptions: 2_000 },
    ...{ distributor: by(cast.distributor), partner: by(cast.partner), staff: by(cast.staff, cast.staffEmail) },
    distributorToken: async (_, qrId) => (await sandbox.lookups.tokensOf(qrId)).distributorToken,
  });
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
    ...{ name: 'Breakfast Club', type: 'TEXT_REWARD', textReward: 'Free croissant', commissionPercent: '8.00' },
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
    ...{ name: 'Opening Week', type: 'DISCOUNT_PERCENT', discountPercent: 50, commissionPercent: '5.00' },
    maxRedemptions: 25,
  });
  await claim(distributor(6), week);
  await offer(cafe.siteId, week, 6);

  const { id: books } = await owner.call<{ id: string }>('POST', '/api/sites', {
    name: 'Old Town Books',
    currency: 'USD',
  });
  const configure = (minutes: number) =>
    owner.call('PUT', `/api/sites/${books}/config`, {
      ...DEFAULT_SITE_CONFIGURATION,
      ...{ qrMinutesLife: minutes, maxRedemptionsPerCustomer: 5, minimumPayout: MINIMUM_PAYOUT },
    });
  // For a month: one of them is left to expire, the other is reissued.
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

  const cafeStaff = [asStaff(cast.staff), await join(cafe.siteId, people.staff[0] as ImportedAccount)];
  const bookStaff = [
    await join(books, people.staff[1] as ImportedAccount),
    await join(books, people.staff[2] as ImportedAccount),
  ];
  return {
    ...{ cafe, offers },
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

function asStaff(session: Session): Session {
  return { ...session, role: 'staff', allRoles: ['staff', ...session.allRoles] };
}

interface Redeemed {
  readonly redemptionId: string;
  readonly at: number;
}

/** Visitors who scan, and some who redeem. */
class Visits {
  private readonly open: Redeemed[] = [];

  constructor(
    private readonly sandbox: Sandbox,
    private readonly by: {
      readonly dice: Dice;
      readonly customers: readonly ImportedAccount[];
      readonly counters: ReadonlyMap<string, readonly Session[]>;
      readonly owner: Session;
    },
  ) {}

  async receive(time: Date, { siteId, token }: Offer): Promise<void> {
    const { sandbox } = this;
    const { dice, customers, counters } = this.by;
    // The redemption of the visitor before may have taken until later.
    sandbox.now = new Date(Math.max(time.getTime(), sandbox.now.getTime() + 1_000));
    if (!dice.happens(SIGNED_IN)) {
      await sandbox.call(null, 'POST', '/api/scan', { token });
      return;
    }
    const customer = sessionOf(dice.pick(customers));
    const scan = await sandbox.call<{ redemptionCode?: string }>(customer, 'POST', '/api/scan', { token });
    if (scan.redemptionCode === undefined || !dice.happens(REDEEMS)) return;
    sandbox.now = new Date(sandbox.now.getTime() + dice.between(20, 150) * 1_000);
    const staff = dice.pick(counters.get(siteId) ?? []);
    const { redemption } = await sandbox.call<{ redemption?: { id: string } }>(staff, 'POST', '/api/staff/redeem', {
      redemptionCode: scan.redemptionCode,
      saleAmount: (4 + 56 * dice.next() ** 2).toFixed(2),
    });
    if (redemption && dice.happens(REVERSED))
      this.open.push({ redemptionId: redemption.id, at: sandbox.now.getTime() });
  }

  /** Reverses what is due: some days after the sale, half of them for a part only. */
  async reverseSome(): Promise<void> {
    const { dice, owner } = this.by;
    const now = this.sandbox.now.getTime();
    for (const { redemptionId } of this.open.splice(0, this.open.filter(({ at }) => now - at > 3 * DAY_MS).length)) {
      await this.sandbox.call(owner, 'POST', `/api/redemptions/${redemptionId}/reverse`, {
        reason: 'Returned by the customer',
        ...(dice.happens(0.5) && { amount: '2.00' }),
      });
    }
  }
}
