import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import type { Dice } from './dice.ts';
import { openTrees, type TreeSizes } from './large-trees.ts';
import { busynessOf, daysBefore, PastPayouts, payFor, visitsOf } from './past.ts';
import { inventPeople, sessionOf } from './people-of-the-past.ts';
import type { Sandbox } from './sandbox.ts';
import { type VisitOffer, Visits } from './visits.ts';

/** Sizes of a large customer's business. */
export interface LargeSizes extends TreeSizes {
  readonly days: number;
  /** Number in addition to the demo's distributor, who claims `claims` QRs. */
  readonly distributors: number;
  readonly claims: number;
  readonly staff: number;
  readonly customers: number;
  /** Approximate total of scans. A third of them is redeemed. */
  readonly scans: number;
  /** Those of `scans` that the demo's customer makes, each of another QR. */
  readonly scansOfCustomer: number;
  /** Number of sites of another owner. */
  readonly sitesOfAnother: number;
  /** The history ends before this moment. Default: the time of the run. */
  readonly until?: string;
  /** Validity of a QR, in minutes. */
  readonly qrMinutesLife: number;
}

const YEAR_MINUTES = 365 * 24 * 60;

export const LARGE: LargeSizes = {
  qrs: 5_000,
  trees: 100,
  largestTree: 1_000,
  widestQr: 300,
  deepTrees: 5,
  depth: 20,
  days: 180,
  distributors: 200,
  claims: 1_000,
  staff: 150,
  customers: 3_000,
  sitesOfAnother: 300,
  scans: 60_000,
  scansOfCustomer: 2_000,
  qrMinutesLife: YEAR_MINUTES,
};
/**
 * The same shape, small enough for a test. It ends at a given moment, so a test finds the same history on every date; its QRs
 * are valid for 10 years, so a test can redeem them.
 */
export const MEDIUM: LargeSizes = {
  qrs: 200,
  trees: 8,
  largestTree: 100,
  widestQr: 40,
  deepTrees: 1,
  depth: 20,
  days: 31,
  distributors: 12,
  claims: 40,
  staff: 10,
  customers: 100,
  sitesOfAnother: 10,
  scans: 600,
  scansOfCustomer: 60,
  until: '2026-06-30T12:00:00.000Z',
  qrMinutesLife: 10 * YEAR_MINUTES,
};

interface LargeCast {
  readonly owner: Session;
  /** Owns many sites and little else. */
  readonly siteCollector: Session;
  readonly distributor: Session;
  readonly customer: Session;
  readonly staff: Session;
  readonly staffEmail: string;
}

/** Generated accounts, in addition to those that can sign in. */
interface LargePeople {
  readonly customers: readonly ImportedAccount[];
  readonly distributors: readonly ImportedAccount[];
  readonly staff: readonly ImportedAccount[];
}

const DAYS_BETWEEN_PAYOUTS = 13;
const MORNING_MS = 7 * 60 * MINUTE_MS;
/** Share of signed-in visitors who redeem. Together with anonymous visitors, a third of all scans is redeemed. */
const REDEEMS = 0.6;

export function inventLargePeople(dice: Dice, sizes: LargeSizes): LargePeople {
  return {
    customers: inventPeople(dice, 'guest', sizes.customers, ['customer']),
    distributors: inventPeople(dice, 'agent', sizes.distributors, ['distributor', 'customer']),
    staff: inventPeople(dice, 'waiter', sizes.staff, ['customer']),
  };
}

/**
 * Generates the history of a large customer: one site with trees of every extreme shape, many distributors and staff, scans
 * and redemptions every day, and payouts every 13 days. The same dice and day give the same history, except tokens and codes.
 */
export async function inventLargePast(
  sandbox: Sandbox,
  cast: LargeCast,
  options: {
    readonly now: Date;
    readonly dice: Dice;
    readonly sizes: LargeSizes;
    readonly people: LargePeople;
    /** Called after each day, and once before the first. */
    readonly onDay: () => Promise<void>;
  },
): Promise<void> {
  const { sizes, now, dice, people, onDay } = options;
  const { customers, distributors, staff } = people;
  const days = daysBefore(now, sizes.days);
  sandbox.now = new Date((days[0] as Date).getTime() + MORNING_MS);

  for (const owner of [cast.owner, cast.siteCollector]) await payFor(sandbox, owner, 'ultra');
  const siteId = await openSite(sandbox, cast.owner, 'Grand Harbour Hotels', sizes);
  for (let n = 1; n <= sizes.sitesOfAnother; n += 1) {
    // Lists are sorted by creation time, so sites need different times for a fixed order.
    sandbox.now = new Date(sandbox.now.getTime() + 1_000);
    await openSite(sandbox, cast.siteCollector, `Kiosk ${String(n).padStart(3, '0')}`, sizes);
  }
  const qrIds = await openTrees(sandbox, { owner: cast.owner, siteId }, sizes);
  const offers = await claimAll(sandbox, { siteId, qrIds, dice, sizes, cast, distributors });
  const counters = [asStaff(cast.staff)];
  await join(sandbox, { owner: cast.owner, siteId, session: cast.staff, email: cast.staffEmail });
  for (const account of staff) {
    const session = sessionOf(account);
    await join(sandbox, { owner: cast.owner, siteId, session, email: account.email });
    counters.push(asStaff(session));
  }

  await onDay();

  const visits = new Visits(sandbox, {
    dice,
    customers,
    counters: new Map([[siteId, counters]]),
    owner: cast.owner,
    redeems: REDEEMS,
  });
  const payouts = new PastPayouts(sandbox);
  const average = sizes.scans / days.reduce((sum, day) => sum + busynessOf(day), 0);
  const tenantId = cast.owner.tenantId as string;
  for (const [index, day] of days.entries()) {
    if (index > 0 && index % DAYS_BETWEEN_PAYOUTS === 0) {
      sandbox.now = new Date(day.getTime() + MORNING_MS);
      await payouts.settle({ siteId, tenantId, currency: 'EUR' }, MINIMUM_PAYOUT);
    }
    await visits.reverseSome();
    const [from, to] = [index, index + 1].map((n) => Math.floor((n * sizes.scansOfCustomer) / days.length)) as [
      number,
      number,
    ];
    for (const [n, time] of visitsOf(day, average, dice).entries()) {
      const ofCustomer = from + n;
      if (ofCustomer < to) {
        const offer = offers[Math.floor((ofCustomer * offers.length) / sizes.scansOfCustomer)] as VisitOffer;
        await visits.receive(time, offer, cast.customer);
      } else await visits.receive(time, dice.pick(offers));
    }
    await onDay();
  }
}

const MINIMUM_PAYOUT = '1.00';

async function openSite(
  sandbox: Sandbox,
  owner: Session,
  name: string,
  { qrMinutesLife }: LargeSizes,
): Promise<string> {
  const { id } = await sandbox.call<{ id: string }>(owner, 'POST', '/api/sites', { name, currency: 'EUR' });
  await sandbox.call(owner, 'PUT', `/api/sites/${id}/config`, {
    ...DEFAULT_SITE_CONFIGURATION,
    qrMinutesLife,
    minSplitPercent: '0.10',
    maxSplitsPerQr: 1_000,
    maxRedemptions: 100_000,
    maxRedemptionsPerCustomer: null,
    commissionHoldDays: 14,
    minimumPayout: MINIMUM_PAYOUT,
  });
  return id;
}

/** The demo's distributor claims `claims` QRs, and the others most of the rest. */
async function claimAll(
  sandbox: Sandbox,
  options: {
    readonly siteId: string;
    readonly qrIds: readonly string[];
    readonly dice: Dice;
    readonly sizes: LargeSizes;
    readonly cast: LargeCast;
    readonly distributors: readonly ImportedAccount[];
  },
): Promise<readonly VisitOffer[]> {
  const { siteId, qrIds, dice, sizes, cast, distributors } = options;
  const offers: VisitOffer[] = [];
  const every = Math.max(1, Math.floor(qrIds.length / sizes.claims));
  for (const [n, qrId] of qrIds.entries()) {
    const { customerToken, distributorToken } = await sandbox.lookups.tokensOf(qrId);
    offers.push({ siteId, qrId, weight: 1, token: customerToken });
    // Some stay unclaimed.
    const isOfCast = n % every === 0 && n / every < sizes.claims;
    if (!isOfCast && dice.happens(0.1)) continue;
    const by = isOfCast ? cast.distributor : sessionOf(dice.pick(distributors));
    await sandbox.call(by, 'POST', '/api/claim-qr', { token: distributorToken });
  }
  return offers;
}

async function join(
  sandbox: Sandbox,
  member: { readonly owner: Session; readonly siteId: string; readonly session: Session; readonly email: string },
): Promise<void> {
  const { invitationUrl } = await sandbox.call<{ invitationUrl: string }>(
    ...([member.owner, 'POST', `/api/sites/${member.siteId}/staff-invitations`, { email: member.email }] as const),
  );
  const token = invitationUrl.split('/').at(-1);
  await sandbox.call(member.session, 'POST', `/api/staff-invitations/${token}/accept`);
}

const asStaff = (session: Session): Session => ({
  ...session,
  role: 'staff',
  allRoles: ['staff', ...session.allRoles],
});
