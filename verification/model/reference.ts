import type { Currency } from '@perktree/contracts/kernel/money';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { Person } from './people.ts';
import type { PathStep } from './shares.ts';

/** The product's clock, in milliseconds. */
export interface Time {
  now: number;
}

/** State of the reference model. Times in milliseconds, money in cents. */
export interface World extends Time {
  readonly people: readonly Person[];
  /** The callers to choose from at random: often an owner, because another business must neither read nor change anything. */
  readonly callers: readonly Person[];
  readonly tenants: readonly Tenant[];
  readonly sites: Site[];
  readonly qrs: Qr[];
  readonly scans: Scan[];
  readonly redemptions: Redemption[];
  readonly payouts: Payout[];
  readonly invitations: Invitation[];
  readonly checkouts: Checkout[];
  /** By site and staff member: when wrong codes were typed, and until when code entry is locked. */
  readonly misses: Map<string, { times: number[]; lockedUntil: number }>;
  /** Calls race, so refusals cannot be predicted; the state follows the answers. */
  readonly isRacing: boolean;
}

export interface Tenant {
  readonly id: string;
  readonly owner: Person;
  plan: 'free' | 'pro' | 'ultra';
  checkout: Checkout | null;
}
interface Checkout {
  readonly id: string;
  readonly tenant: Tenant;
  readonly plan: 'pro' | 'ultra';
  isOver: boolean;
}
export interface Site {
  readonly id: string;
  readonly tenant: Tenant;
  readonly currency: Currency;
  configuration: SiteConfiguration;
  readonly staff: Set<Person>;
  readonly formerStaff: Set<Person>;
  readonly blocked: Set<Person>;
  /** Once blocked, so that the read model has a row. */
  readonly everBlocked: Set<Person>;
  /** Who has ever claimed a QR of it, released claims included. */
  readonly everClaimed: Set<Person>;
}
interface Invitation {
  readonly token: string;
  readonly site: Site;
  readonly expiresAt: number;
  usedBy: Person | null;
}
export interface Qr {
  readonly id: string;
  readonly site: Site;
  readonly parent: Qr | null;
  readonly rootId: string;
  readonly depth: number;
  readonly customerToken: string;
  readonly distributorToken: string;
  /** In hundredths of a percent. */
  percent: number;
  max: number | null;
  discount: number;
  owner: Person | null;
  /** The distributor who made it; null: the site's owner, or not a root. */
  readonly maker: Person | null;
  /** A split or sibling that a distributor made, which uses none of the plan. */
  readonly isByDistributor: boolean;
  approval: 'waiting' | 'declined' | null;
  isActive: boolean;
  period: number;
  expiresAt: number;
}
export interface Scan {
  /** Null: opened by a redemption, so no answer named it. */
  id: string | null;
  code: string | null;
  token: string | null;
  readonly qr: Qr;
  readonly customer: Person;
  readonly period: number;
  readonly discount: number;
  redemption: Redemption | null;
}
export interface Redemption {
  readonly id: string;
  readonly scan: Scan;
  readonly at: number;
  sale: number;
  /** Empty while it awaits confirmation. */
  shares: readonly Entry[];
  /** Confirmation by staff that is due; null: none. */
  awaited: Awaited | null;
  /** Entries of a redemption that was reversed before its confirmation: they earn nothing and stay in the list of entries. */
  unconfirmed: Awaited['entries'];
  reversed: number;
  isWhollyReversed: boolean;
  isSlotFreed: boolean;
}
interface Awaited {
  readonly until: number;
  readonly holdDays: number;
  readonly path: readonly PathStep[];
  readonly entries: readonly Pick<Entry, 'id' | 'owner' | 'cents' | 'percent'>[];
}
export interface Entry {
  readonly id: string;
  readonly owner: string;
  readonly site: Site;
  readonly cents: number;
  /** Share of the sale, in hundredths of a percent. */
  readonly percent: number;
  /** End of the hold; a reversal has that of the entry it reverses. */
  readonly maturesAt: number;
  payout: Payout | null;
  readonly takings: Entry[];
}
/** A payout, or a balance that was written off. */
export interface Payout {
  readonly id: string;
  readonly site: Site;
  readonly distributorId: string;
  readonly entries: readonly Entry[];
  status: 'processing' | 'paid' | 'cancelled' | 'written_off';
}

const START = Date.parse('2026-05-10T10:00:00.000Z');

/** The run's own clock, which the run advances. */
export const ownTime = (): Time => ({ now: START });

export function newWorld(people: readonly Person[], time: Time, isRacing: boolean): World {
  const tenants = people.flatMap((owner): Tenant[] =>
    owner.tenantId === null ? [] : [{ id: owner.tenantId, owner, plan: 'free', checkout: null }],
  );
  return {
    get now() {
      return time.now;
    },
    set now(now) {
      time.now = now;
    },
    ...{ people, tenants, isRacing },
    callers: [...people, ...tenants.flatMap(({ owner }) => [owner, owner])],
    ...{ sites: [], qrs: [], scans: [], redemptions: [], payouts: [], invitations: [], checkouts: [] },
    misses: new Map(),
  };
}

export function newSite(id: string, tenant: Tenant, currency: Currency): Site {
  return {
    ...{ id, tenant, currency, configuration: DEFAULT_SITE_CONFIGURATION },
    ...{ staff: new Set(), formerStaff: new Set(), blocked: new Set(), everBlocked: new Set(), everClaimed: new Set() },
  };
}

export const isExpired = (world: World, qr: Qr) => world.now >= qr.expiresAt;
export const childrenOf = (world: World, qr: Qr) => world.qrs.filter(({ parent }) => parent === qr);
export const treeOf = (world: World, qr: Qr) => world.qrs.filter(({ rootId }) => rootId === qr.rootId);
/** Its percent less the sum of its children's. */
export const budgetOf = (world: World, qr: Qr) =>
  childrenOf(world, qr).reduce((left, { percent }) => left - percent, qr.percent);

/** Root first. */
export function pathTo(qr: Qr): readonly Qr[] {
  return qr.parent === null ? [qr] : [...pathTo(qr.parent), qr];
}

export const activeQrsOf = (world: World, tenant: Tenant) =>
  world.qrs.filter((qr) => qr.site.tenant === tenant && !qr.isByDistributor && qr.isActive && !isExpired(world, qr))
    .length;

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);
export const redemptionsThisMonth = (world: World, tenant: Tenant) =>
  world.redemptions.filter(({ scan, at }) => scan.qr.site.tenant === tenant && monthOf(at) === monthOf(world.now))
    .length;

export const worksAt = (site: Site, person: Person) => site.tenant.owner === person || site.staff.has(person);

/** The scans of a customer in the current period of a QR, oldest first. */
export const scansOf = (world: World, qr: Qr, customer: Person) =>
  world.scans.filter((scan) => scan.qr === qr && scan.customer === customer && scan.period === qr.period);

/** Redemptions of a period that count towards the limits. */
export const counted = (scans: readonly Scan[]) =>
  scans.filter(({ redemption }) => redemption && !redemption.isSlotFreed).length;
export const countedIn = (world: World, qr: Qr, period: number) =>
  counted(world.scans.filter((scan) => scan.qr === qr && scan.period === period));
