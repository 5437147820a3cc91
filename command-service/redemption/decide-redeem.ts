import { allocateCommission, COMMISSION_RULE_VERSION, type PathNode } from '@perktree/contracts/commission/rule-v1';
import type { EventData, EventOf } from '@perktree/contracts/events/catalogue';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/money';
import { Refused } from '@perktree/contracts/refusals';
import type { SiteConfiguration } from '@perktree/contracts/site-configuration';
import { redemptionsInPeriod, redemptionsOfCustomer } from './decider.ts';
import type { RedemptionsState } from './state.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The site as the redemption needs to know it. */
export interface RedeemingSite {
  readonly ownerId: string;
  readonly staff: ReadonlySet<string>;
  readonly blockedDistributors: ReadonlySet<string>;
  readonly currency: Currency;
  readonly isActive: boolean;
  readonly configuration: Pick<
    SiteConfiguration,
    'defaultSaleAmount' | 'commissionHoldDays' | 'maxRedemptionsPerCustomer'
  >;
}

/** The QR as its tree was at `treeRevision`. */
export interface RedeemedQr {
  readonly isActive: boolean;
  /** The current issue period, and its end. */
  readonly period: number;
  readonly expiresAt: string;
  /** Null: unlimited. */
  readonly maxRedemptions: number | null;
  readonly treeRevision: number;
  /** From the root to this QR. `entryId`: what its owner's share will be known by. */
  readonly path: readonly (PathNode & { readonly entryId: string })[];
}

export interface RedeemBenefit {
  readonly redemptionId: string;
  readonly scan: EventData<'QrScanned'>;
  readonly qr: RedeemedQr;
  readonly site: RedeemingSite;
  readonly confirmedVia: EventData<'BenefitRedeemed'>['confirmedVia'];
  readonly confirmedBy: string;
  /** What staff entered, a decimal string; null: the site's default counts. */
  readonly saleAmount: string | null;
  readonly now: string;
}

/**
 * Redeems a scan (domain.md 6, 7, 11). The stream's expected revision holds the limits under concurrency.
 * @throws Refused ALREADY_REDEEMED, SELF_DEALING, OFFER_INACTIVE, OFFER_EXPIRED, OFFER_FULL, CUSTOMER_LIMIT_REACHED
 */
export function redeemBenefit(state: RedemptionsState, command: RedeemBenefit): readonly EventOf<'BenefitRedeemed'>[] {
  const { scan, qr, site, now } = command;
  const customerId = customerOf(scan);
  if (redemptionsOfCustomer(state, scan.period, customerId).scanIds.includes(scan.scanId)) {
    throw new Refused('ALREADY_REDEEMED');
  }
  refuseSelfDealing(customerId, command);
  if (!qr.isActive || !site.isActive) throw new Refused('OFFER_INACTIVE');
  if (qr.period !== scan.period || Date.parse(now) >= Date.parse(qr.expiresAt)) throw new Refused('OFFER_EXPIRED');
  refuseOverLimits(state, customerId, command);
  return [{ type: 'BenefitRedeemed', data: redemption(customerId, command) }];
}

/** An anonymous scan has nothing to redeem, and no code or token by which anybody could ask for it. */
function customerOf(scan: EventData<'QrScanned'>): string {
  if (scan.customerId === null) throw new Refused('INVALID_TOKEN');
  return scan.customerId;
}

function refuseSelfDealing(customerId: string, { qr, site, confirmedBy }: RedeemBenefit): void {
  if (qr.path.some((node) => node.ownerId === customerId)) throw new Refused('SELF_DEALING');
  const worksAtSite = site.ownerId === customerId || site.staff.has(customerId);
  if (worksAtSite && confirmedBy === customerId) throw new Refused('SELF_DEALING');
}

function refuseOverLimits(state: RedemptionsState, customerId: string, { scan, qr, site }: RedeemBenefit): void {
  const { maxRedemptions } = qr;
  if (maxRedemptions !== null && redemptionsInPeriod(state, scan.period) >= maxRedemptions) {
    throw new Refused('OFFER_FULL');
  }
  const limit = site.configuration.maxRedemptionsPerCustomer;
  if (limit !== null && redemptionsOfCustomer(state, scan.period, customerId).counted >= limit) {
    throw new Refused('CUSTOMER_LIMIT_REACHED');
  }
}

function redemption(customerId: string, command: RedeemBenefit): EventData<'BenefitRedeemed'> {
  const { scan, qr, site, now } = command;
  const { currency, configuration } = site;
  const saleAmount = fromMinor(toMinor(command.saleAmount ?? configuration.defaultSaleAmount, currency), currency);
  const path = earningPath(qr, site);
  const { pool, shares } = allocateCommission(path, saleAmount, currency);
  const entryIds = new Map(qr.path.map((node) => [node.qrId, node.entryId]));
  const holdDays = configuration.commissionHoldDays;
  const { scanId, deviceId, qrId, rootQrId, siteId, tenantId, period, benefit, qrName } = scan;
  return {
    redemptionId: command.redemptionId,
    ...{ scanId, deviceId, qrId, rootQrId, siteId, tenantId, period, benefit, qrName },
    customerId,
    currency,
    saleAmount,
    saleAmountSource: command.saleAmount === null ? 'default' : 'entered',
    confirmedVia: command.confirmedVia,
    confirmedBy: command.confirmedBy,
    path,
    treeRevision: qr.treeRevision,
    ruleVersion: COMMISSION_RULE_VERSION,
    pool,
    shares: shares.map((share) => ({ ...share, entryId: entryIds.get(share.qrId) ?? '' })),
    holdDays,
    maturesAt: new Date(Date.parse(now) + holdDays * DAY_MS).toISOString(),
  };
}

/** The path as commission is earned on it: a QR whose owner is blocked counts as unclaimed, so it earns nothing (domain.md 8). */
function earningPath({ path }: RedeemedQr, { blockedDistributors }: RedeemingSite): PathNode[] {
  return path.map(({ qrId, ownerId, percent }) => {
    const earns = ownerId !== null && !blockedDistributors.has(ownerId);
    return { qrId, ownerId: earns ? ownerId : null, percent };
  });
}
