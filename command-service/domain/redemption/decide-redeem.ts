import { allocateCommission, COMMISSION_RULE_VERSION, type PathNode } from '@perktree/contracts/commission/rule-v1';
import type { EventData, EventOf } from '@perktree/contracts/events/catalogue';
import type { Currency } from '@perktree/contracts/money';
import { Refused } from '@perktree/contracts/refusals';
import type { SiteConfiguration } from '@perktree/contracts/site-configuration';
import { redemptionsInPeriod, redemptionsOfCustomer } from './decider.ts';
import { type EnteredSale, endOfHold, saleOf } from './sale.ts';
import type { RedemptionsState } from './state.ts';

const NOTHING = '0.00';

/** The site as the redemption needs to know it. */
export interface RedeemingSite {
  readonly ownerId: string;
  readonly staff: ReadonlySet<string>;
  readonly blockedDistributors: ReadonlySet<string>;
  readonly currency: Currency;
  readonly isActive: boolean;
  readonly configuration: Pick<
    SiteConfiguration,
    'defaultSaleAmount' | 'maxSaleAmount' | 'commissionHoldDays' | 'maxRedemptionsPerCustomer' | 'selfRedemption'
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
  readonly saleAmount: EnteredSale;
  /** Of the network from which the customer redeems; null where it is not known. */
  readonly networkId: string | null;
  readonly now: string;
}

/**
 * Redeems a scan (domain.md 6, 7, 11). The stream's expected revision holds the limits under concurrency.
 * @throws Refused ALREADY_REDEEMED, SELF_REDEMPTION_OFF, SELF_DEALING, OFFER_INACTIVE, OFFER_EXPIRED, OFFER_FULL,
 * CUSTOMER_LIMIT_REACHED, SALE_AMOUNT_TOO_HIGH; at the counter also CUSTOMER_EARNS, CONFIRMER_EARNS and
 * LIMIT_OF_CUSTOMER_REACHED instead of what addresses the customer
 */
export function redeemBenefit(state: RedemptionsState, command: RedeemBenefit): readonly EventOf<'BenefitRedeemed'>[] {
  const { scan, qr, site, now } = command;
  const customerId = customerOf(scan);
  if (redemptionsOfCustomer(state, scan.period, customerId).scanIds.includes(scan.scanId)) {
    throw new Refused('ALREADY_REDEEMED');
  }
  if (isByCustomer(command) && site.configuration.selfRedemption === 'off') throw new Refused('SELF_REDEMPTION_OFF');
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

const isByCustomer = ({ confirmedVia }: Pick<RedeemBenefit, 'confirmedVia'>) => confirmedVia === 'self';

function refuseSelfDealing(customerId: string, command: RedeemBenefit): void {
  const { qr, site, confirmedBy } = command;
  const earns = (userId: string) => qr.path.some(({ ownerId }) => ownerId === userId);
  if (confirmedBy !== customerId && earns(confirmedBy)) throw new Refused('CONFIRMER_EARNS');
  if (earns(customerId)) throw new Refused(isByCustomer(command) ? 'SELF_DEALING' : 'CUSTOMER_EARNS');
  const worksAtSite = site.ownerId === customerId || site.staff.has(customerId);
  if (worksAtSite && confirmedBy === customerId) throw new Refused('SELF_DEALING');
}

function refuseOverLimits(state: RedemptionsState, customerId: string, command: RedeemBenefit): void {
  const { scan, qr, site } = command;
  const { maxRedemptions } = qr;
  if (maxRedemptions !== null && redemptionsInPeriod(state, scan.period) >= maxRedemptions) {
    throw new Refused('OFFER_FULL');
  }
  const limit = site.configuration.maxRedemptionsPerCustomer;
  if (limit !== null && redemptionsOfCustomer(state, scan.period, customerId).counted >= limit) {
    throw new Refused(isByCustomer(command) ? 'CUSTOMER_LIMIT_REACHED' : 'LIMIT_OF_CUSTOMER_REACHED');
  }
}

function redemption(customerId: string, command: RedeemBenefit): EventData<'BenefitRedeemed'> {
  const { scan, qr, site, now } = command;
  const { currency, configuration } = site;
  const sale = saleOf(command.saleAmount, site);
  const path = earningPath(qr, site);
  const allocated = allocateCommission(path, sale.saleAmount, currency);
  const entryIds = new Map(qr.path.map((node) => [node.qrId, node.entryId]));
  const shares = allocated.shares.map((share) => ({ ...share, entryId: entryIds.get(share.qrId) ?? '' }));
  const isAwaited = isByCustomer(command) && configuration.selfRedemption === 'confirmed';
  const holdDays = configuration.commissionHoldDays;
  const { scanId, deviceId, qrId, rootQrId, siteId, tenantId, period, benefit, qrName } = scan;
  return {
    redemptionId: command.redemptionId,
    ...{
      scanId,
      deviceId,
      networkId: isByCustomer(command) ? command.networkId : null,
      qrId,
      rootQrId,
      siteId,
      tenantId,
      period,
      benefit,
      qrName,
    },
    customerId,
    currency,
    ...sale,
    confirmedVia: command.confirmedVia,
    confirmedBy: command.confirmedBy,
    path,
    treeRevision: qr.treeRevision,
    ruleVersion: COMMISSION_RULE_VERSION,
    ...(isAwaited ? { pool: NOTHING, shares: [] } : { pool: allocated.pool, shares }),
    holdDays,
    maturesAt: endOfHold(now, holdDays),
    awaitsConfirmation: isAwaited ? { until: qr.expiresAt, pool: allocated.pool, shares } : null,
  };
}

/** The path as commission is earned on it: a QR whose owner is blocked counts as unclaimed, so it earns nothing (domain.md 8). */
function earningPath({ path }: RedeemedQr, { blockedDistributors }: RedeemingSite): PathNode[] {
  return path.map(({ qrId, ownerId, percent }) => {
    const earns = ownerId !== null && !blockedDistributors.has(ownerId);
    return { qrId, ownerId: earns ? ownerId : null, percent };
  });
}
