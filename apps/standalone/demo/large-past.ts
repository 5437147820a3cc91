import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import { asStaff, type Caller, inSandbox, joinStaff, openRoot, splitQr } from './business-calls.ts';
import type { Dice } from './dice.ts';
import { busynessOf, daysBefore, PastPayouts, payFor, visitsOf } from './past.ts';
import { inventPeople, sessionOf } from './people-of-the-past.ts';
import type { Sandbox } from './sandbox.ts';
import { type VisitOffer, Visits } from './visits.ts';

interface TreeSizes {
  /** Total of all trees. */
  readonly qrs: number;
  readonly trees: number;
  /** QRs of the first tree. */
  readonly largestTree: number;
  /** Children of one QR in the first tree. */
  readonly widestQr: number;
  /** Trees that are one QR wide and `depth` levels deep. */
  readonly deepTrees: number;
  readonly depth: number;
}

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
  options: { readonly now: Date; readonly dice: Dice; readonly sizes: LargeSizes; readonly people: LargePeople },
): Promise<void> {
  const { sizes, now, dice, people } = options;
  const { customers, distributors, staff } = people;
  const days = daysBefore(now, sizes.days);
  sandbox.now = new Date((days[0] as Date).getTime() + MORNING_MS);

  const owner = inSandbox(sandbox, cast.owner);
  for (const each of [cast.owner, cast.siteCollector]) await payFor(sandbox, each, 'ultra');
  const siteId = await openSite(sandbox, cast.owner, 'Grand Harbour Hotels', sizes);
  for (let n = 1; n <= sizes.sitesOfAnother; n += 1) {
    // Lists are sorted by creation time, so sites need different times for a fixed order.
    sandbox.now = new Date(sandbox.now.getTime() + 1_000);
    await openSite(sandbox, cast.siteCollector, `Kiosk ${String(n).padStart(3, '0')}`, sizes);
  }
  const qrIds = await openTrees(owner, siteId, sizes);
  // The demo's distributor claims `claims` QRs, and the others most of the rest.
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
  const counters = [asStaff(cast.staff)];
  await joinStaff(owner, siteId, inSandbox(sandbox, cast.staff, cast.staffEmail));
  for (const account of staff) {
    const session = sessionOf(account);
    await joinStaff(owner, siteId, inSandbox(sandbox, session, account.email));
    counters.push(asStaff(session));
  }

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

/** Maximum number of children that one call creates. */
const SPLITS_A_CALL = 100;
/** A root has this percentage for each of its children, but at least `MIN_ROOT_PERCENT`. */
const PERCENT_A_CHILD = 0.3;
const MIN_ROOT_PERCENT = 12;

/** Creates trees of every extreme shape. @returns the ids of their QRs, tree by tree */
async function openTrees(owner: Caller, siteId: string, sizes: TreeSizes): Promise<readonly string[]> {
  const { trees, largestTree, widestQr, deepTrees, depth } = sizes;
  const all = await wideTree(owner, siteId, { name: 'Grand Tour', qrs: largestTree, widest: widestQr });
  for (let n = 1; n <= deepTrees; n += 1) all.push(...(await deepTree(owner, siteId, `Relay ${n}`, depth)));
  const rest = trees - 1 - deepTrees;
  for (let n = 1; n <= rest; n += 1) {
    const qrs = Math.ceil((sizes.qrs - all.length) / (rest - n + 1));
    all.push(...(await wideTree(owner, siteId, { name: `Campaign ${n}`, qrs, widest: 10 })));
  }
  return all;
}

/** A root with `widest` children. The rest are their children, at most three each time. */
async function wideTree(
  owner: Caller,
  siteId: string,
  { name, qrs, widest }: { readonly name: string; readonly qrs: number; readonly widest: number },
): Promise<string[]> {
  const percent = Math.max(MIN_ROOT_PERCENT, widest * PERCENT_A_CHILD);
  const all = [await largeRoot(owner, siteId, { name, percent })];
  let left = qrs - 1;
  const grow = async (parent: string, label: string, count: number, each: string) => {
    const made: string[] = [];
    for (let from = 0; from < count; from += SPLITS_A_CALL) {
      const names = Array.from({ length: Math.min(SPLITS_A_CALL, count - from) }, (_, n) => `${label}-${from + n + 1}`);
      const splits = names.map((child) => [child, each] as const);
      made.push(...(await splitQr(owner, siteId, parent, splits)));
    }
    all.push(...made);
    left -= made.length;
    return made;
  };
  const children = await grow(all[0] as string, name, Math.min(widest, left), (percent / widest).toFixed(2));
  for (let n = 0; left > 0; n += 1) {
    const parent = children[n % children.length] as string;
    await grow(parent, `${name}-${(n % children.length) + 1}`, Math.min(3, left), '0.10');
  }
  return all;
}

async function deepTree(owner: Caller, siteId: string, name: string, depth: number): Promise<string[]> {
  const all = [await largeRoot(owner, siteId, { name, percent: 50 })];
  for (let level = 1; level < depth; level += 1) {
    const parent = all[level - 1] as string;
    const percent = (48 - level * 2).toFixed(2);
    all.push(...(await splitQr(owner, siteId, parent, [[`${name} level ${level + 1}`, percent]])));
  }
  return all;
}

const largeRoot = (
  owner: Caller,
  siteId: string,
  { name, percent }: { readonly name: string; readonly percent: number },
) =>
  openRoot(owner, siteId, {
    name,
    type: 'DISCOUNT_PERCENT',
    discountPercent: 15,
    commissionPercent: percent.toFixed(2),
  });
