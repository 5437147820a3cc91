import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import { MAX_OWN_ROOTS } from '@perktree/contracts/site/configuration';
import { PLANS } from '@perktree/contracts/subscription/plans';
import type { Person } from './people.ts';
import {
  activeQrsOf,
  budgetOf,
  childrenOf,
  counted,
  countedIn,
  isExpired,
  pathTo,
  type Qr,
  type Redemption,
  redemptionsThisMonth,
  type Scan,
  type Site,
  type Tenant,
  treeOf,
  type World,
} from './reference.ts';
import { toCents } from './shares.ts';

/**
 * The rules that a call breaks. A rule with precedence (an invisible object is not found) stands alone; of the others the
 * product may name any.
 */
export type Broken = readonly RefusalCode[];

/** The codes whose condition holds. */
export function broken(rules: { readonly [Code in RefusalCode]?: boolean }): Broken {
  return (Object.keys(rules) as RefusalCode[]).filter((code) => rules[code]);
}

/** The caller's capacity on a site; null: none. */
export function actorOn(site: Site, person: Person): 'owner' | 'distributor' | null {
  if (site.tenant.owner === person) return 'owner';
  return person.roles.has('distributor') ? 'distributor' : null;
}

export function roomForQrs(world: World, tenant: Tenant, more: number): boolean {
  const limit = PLANS[tenant.plan].limits.activeQrs;
  return limit === null || more === 0 || activeQrsOf(world, tenant) + more <= limit;
}

/** Room in a tree for QRs that distributors make: as many as the plan allows active QRs in all. */
export function roomForDistributors(world: World, of: Qr, more: number): boolean {
  const limit = PLANS[of.site.tenant.plan].limits.activeQrs;
  const active = treeOf(world, of).filter((qr) => qr.isByDistributor && qr.isActive && !isExpired(world, qr));
  return limit === null || more === 0 || active.length + more <= limit;
}

/** Rules of calls for the site's owner; for others the site is not found. */
export function ownersOnly(site: Site, person: Person): Broken | null {
  if (!person.roles.has('site_owner')) return ['NOT_ALLOWED'];
  return site.tenant.owner === person ? null : ['SITE_NOT_FOUND'];
}

const holds = (person: Person) => (qr: Qr) => qr.owner === person;

export function knowsOf(actor: 'owner' | 'distributor', person: Person, qr: Qr): boolean {
  return actor === 'owner' || pathTo(qr).some(holds(person));
}

/** Creates children of a QR, by a split or as their sibling (docs/reference/domain-rules.md#qr-codes-and-trees). */
export function brokenByGrowing(
  world: World,
  parent: Qr,
  percents: readonly number[],
  { person, actor }: { readonly person: Person; readonly actor: 'owner' | 'distributor' },
): Broken {
  if (!knowsOf(actor, person, parent)) return ['QR_NOT_FOUND'];
  const { configuration, tenant } = parent.site;
  const byDistributor = actor === 'distributor';
  const mayNot = broken({
    SPLITTING_NOT_ALLOWED: byDistributor && !configuration.distributorCanGenerateChildQrs,
    DISTRIBUTOR_BLOCKED: byDistributor && parent.site.blocked.has(person),
    NOT_ALLOWED: byDistributor && parent.owner !== null && parent.owner !== person,
  });
  if (mayNot.length > 0) return mayNot;
  const least = Math.max(10, toCents(configuration.minSplitPercent));
  const depth = PLANS[tenant.plan].limits.splitDepth ?? 32;
  const inTree = treeOf(world, parent).length - 1 + percents.length;
  return broken({
    QR_NOT_APPROVED: parent.approval !== null,
    QR_INACTIVE: !parent.isActive,
    QR_EXPIRED: isExpired(world, parent),
    TOO_MANY_SPLITS: childrenOf(world, parent).length + percents.length > configuration.maxSplitsPerQr,
    TOO_MANY_SPLITS_IN_TREE:
      (configuration.maxTotalSplits !== null && inTree > configuration.maxTotalSplits) ||
      (byDistributor && !roomForDistributors(world, parent, percents.length)),
    COMMISSION_TOO_LOW: percents.some((percent) => percent < least),
    COMMISSION_TOO_HIGH: percents.reduce((sum, percent) => sum + percent, 0) > budgetOf(world, parent),
    PLAN_LIMIT_REACHED: parent.depth + 1 > depth || (!byDistributor && !roomForQrs(world, tenant, percents.length)),
  });
}

/** Whether staff can still confirm the redemption. */
export function canBeConfirmed(world: World, { awaited }: Redemption): boolean {
  return awaited !== null && world.now < awaited.until;
}

/** Self-redemption by the customer, or a redemption at the counter. */
interface Redeeming {
  readonly confirmedBy: Person;
  readonly at?: 'counter';
  readonly isTyped?: boolean;
  readonly saleAmount?: string | undefined;
}

/** Redeems a scan, or confirms its redemption (docs/reference/domain-rules.md#redemption). */
export function brokenByRedeeming(
  world: World,
  scan: Pick<Scan, 'qr' | 'customer' | 'period' | 'redemption'>,
  by: Redeeming,
): Broken {
  const { qr, customer, period } = scan;
  const { tenant, configuration } = qr.site;
  const { confirmedBy } = by;
  const isAtCounter = by.at === 'counter';
  if (by.isTyped && !PLANS[tenant.plan].limits.staffCodes) return ['PLAN_LIMIT_REACHED'];
  const sale = toCents(by.saleAmount ?? configuration.defaultSaleAmount);
  const SALE_AMOUNT_TOO_HIGH = sale > toCents(configuration.maxSaleAmount);
  const awaited = isAtCounter ? scan.redemption?.awaited : null;
  if (awaited) {
    return broken({
      SALE_AMOUNT_TOO_HIGH,
      CONFIRMER_EARNS: awaited.path.some(({ owner }) => owner === confirmedBy.userId),
      SELF_DEALING: confirmedBy === customer,
      OFFER_EXPIRED: world.now >= awaited.until,
    });
  }
  if (scan.redemption) return ['ALREADY_REDEEMED'];
  const ofCustomer = world.scans.filter((s) => s.qr === qr && s.period === period && s.customer === customer);
  const perCustomer = configuration.maxRedemptionsPerCustomer ?? Number.POSITIVE_INFINITY;
  const perMonth = PLANS[tenant.plan].limits.redemptionsPerMonth ?? Number.POSITIVE_INFINITY;
  const isOwnScan = confirmedBy === customer && (tenant.owner === customer || qr.site.staff.has(customer));
  const customerEarns = pathTo(qr).some(holds(customer));
  const isOverLimit = counted(ofCustomer) >= perCustomer;
  return broken({
    SALE_AMOUNT_TOO_HIGH,
    SELF_REDEMPTION_OFF: !isAtCounter && configuration.selfRedemption === 'off',
    SELF_DEALING: isOwnScan || (!isAtCounter && customerEarns),
    CUSTOMER_EARNS: isAtCounter && customerEarns,
    CONFIRMER_EARNS: isAtCounter && confirmedBy !== customer && pathTo(qr).some(holds(confirmedBy)),
    OFFER_INACTIVE: !qr.isActive,
    OFFER_EXPIRED: qr.period !== period || isExpired(world, qr),
    OFFER_FULL: qr.max !== null && countedIn(world, qr, period) >= qr.max,
    CUSTOMER_LIMIT_REACHED: !isAtCounter && isOverLimit,
    LIMIT_OF_CUSTOMER_REACHED: isAtCounter && isOverLimit,
    PLAN_LIMIT_REACHED: redemptionsThisMonth(world, tenant) >= perMonth,
  });
}

/** A distributor creates a root: from a claimed offer of the owner, within its limit of open roots. */
export function brokenByOwnRoot(
  world: World,
  site: Site,
  by: Person,
  offer: { readonly percent: number; readonly max: number | null; readonly discount: number },
): Broken {
  const claimed = world.qrs.filter((qr) => qr.site === site && qr.owner === by);
  if (claimed.length === 0) return ['SITE_NOT_FOUND'];
  const { distributorCanGenerateTopLevelQrs, topLevelQrsNeedApproval } = site.configuration;
  const mayNot = broken({
    TOP_LEVEL_NOT_ALLOWED: !distributorCanGenerateTopLevelQrs,
    DISTRIBUTOR_BLOCKED: site.blocked.has(by),
  });
  if (mayNot.length > 0) return mayNot;
  const offers = claimed.filter(
    (qr) => (pathTo(qr)[0]?.maker ?? null) === null && qr.discount === offer.discount && qr.max === offer.max,
  );
  const open = world.qrs.filter(
    (qr) =>
      qr.site === site && qr.maker === by && (qr.approval === 'waiting' || (qr.isActive && !isExpired(world, qr))),
  );
  return broken({
    OFFER_NOT_CLAIMED: offers.length === 0,
    COMMISSION_TOO_HIGH: offers.length > 0 && offer.percent > Math.max(...offers.map(({ percent }) => percent)),
    TOO_MANY_OWN_ROOTS: open.length >= MAX_OWN_ROOTS,
    PLAN_LIMIT_REACHED: !topLevelQrsNeedApproval && !roomForQrs(world, site.tenant, 1),
  });
}
