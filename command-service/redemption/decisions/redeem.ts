import type { EventData, EventOf } from '@perktree/contracts/catalogue/events';
import { allocateCommission } from '@perktree/contracts/commission/registry';
import type { PathNode } from '@perktree/contracts/commission/rule';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import { awaitedRedemption, type RedemptionsState, redemptionsInPeriod, redemptionsOfCustomer } from './state.ts';

const NOTHING = '0.00';

interface RedeemingSite {
  readonly ownerId: string;
  readonly staff: ReadonlySet<string>;
  readonly blockedDistributors: ReadonlySet<string>;
  readonly currency: Currency;
  readonly isActive: boolean;
  readonly configuration: Pick<
    SiteConfiguration,
    | ('defaultSaleAmount' | 'maxSaleAmount' | 'commissionHoldDays')
    | ('maxRedemptionsPerCustomer' | 'selfRedemption' | 'commissionRule')
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
  /** From the root to this QR. */
  readonly path: readonly PathNode[];
}

export interface RedeemBenefit {
  readonly redemptionId: string;
  readonly scan: EventData<'QrScanned'>;
  readonly qr: RedeemedQr;
  readonly site: RedeemingSite;
  readonly confirmedVia: EventData<'BenefitRedeemed'>['confirmedVia'];
  readonly confirmedBy: string;
  /** The amount that staff entered, a decimal string; null: the site's default. */
  readonly saleAmount: string | null;
  /** Id of the network from which the customer redeems; null: unknown. */
  readonly networkId: string | null;
  /** The till's reference; null or undefined: none. */
  readonly reference?: string | null | undefined;
  /** The id of the ledger entry for the share of a QR of the path. */
  readonly entryId: (qrId: string) => string;
  readonly now: string;
}

/**
 * Redeems a scan. The revision check of the append enforces the limits under concurrency.
 * @throws Refused INVALID_TOKEN, ALREADY_REDEEMED, SELF_REDEMPTION_OFF, SELF_DEALING, OFFER_INACTIVE, OFFER_EXPIRED,
 * OFFER_FULL, CUSTOMER_LIMIT_REACHED, SALE_AMOUNT_TOO_HIGH; at the counter CONFIRMER_EARNS, and CUSTOMER_EARNS and
 * LIMIT_OF_CUSTOMER_REACHED in place of the refusals that address the customer
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

/** The scan of a visitor cannot be redeemed and has no code or token. */
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
  const allocated = allocateCommission(configuration.commissionRule, path, sale.saleAmount, currency);
  const shares = allocated.shares.map((share) => ({ entryId: command.entryId(share.qrId), ...share }));
  const isAwaited = isByCustomer(command) && configuration.selfRedemption === 'confirmed';
  const holdDays = configuration.commissionHoldDays;
  const { scanId, deviceId, qrId, rootQrId, siteId, tenantId, period, benefit, qrName } = scan;
  return {
    redemptionId: command.redemptionId,
    scanId,
    deviceId,
    qrId,
    rootQrId,
    siteId,
    tenantId,
    period,
    benefit,
    qrName,
    customerId,
    networkId: isByCustomer(command) ? command.networkId : null,
    currency,
    ...sale,
    confirmedVia: command.confirmedVia,
    confirmedBy: command.confirmedBy,
    reference: command.reference ?? null,
    path,
    treeRevision: qr.treeRevision,
    ruleVersion: configuration.commissionRule.version,
    ruleSettings: configuration.commissionRule.settings,
    ...(isAwaited ? { pool: NOTHING, shares: [] } : { pool: allocated.pool, shares }),
    holdDays,
    maturesAt: endOfHold(now, holdDays),
    awaitsConfirmation: isAwaited ? { until: qr.expiresAt, pool: allocated.pool, shares } : null,
  };
}

/** The path for the commission rule: a QR whose owner is blocked counts as unclaimed and earns nothing. */
function earningPath({ path }: RedeemedQr, { blockedDistributors }: RedeemingSite): PathNode[] {
  return path.map((node) => {
    const isBlocked = node.ownerId !== null && blockedDistributors.has(node.ownerId);
    return isBlocked ? { ...node, ownerId: null } : node;
  });
}

export interface ConfirmRedemption
  extends Pick<RedeemBenefit, 'scan' | 'confirmedBy' | 'saleAmount' | 'reference' | 'entryId' | 'now'> {
  readonly site: Pick<RedeemingSite, 'currency' | 'isActive' | 'configuration'>;
  readonly confirmedVia: EventData<'RedemptionConfirmed'>['confirmedVia'];
}

/**
 * Confirms a redemption that the customer has made. Commission is earned now, on the sale amount that staff confirm, with
 * the owners and percents frozen at redemption. The limits were checked at redemption.
 * @throws Refused ALREADY_REDEEMED, CONFIRMER_EARNS, SELF_DEALING, OFFER_INACTIVE, OFFER_EXPIRED, SALE_AMOUNT_TOO_HIGH
 */
export function confirmRedemption(
  state: RedemptionsState,
  command: ConfirmRedemption,
): readonly EventOf<'RedemptionConfirmed'>[] {
  const { scan, site, confirmedBy, confirmedVia, now } = command;
  const awaited = awaitedRedemption(state, scan);
  if (awaited === undefined || scan.customerId === null) throw new Refused('ALREADY_REDEEMED');
  if (awaited.path.some(({ ownerId }) => ownerId === confirmedBy)) throw new Refused('CONFIRMER_EARNS');
  if (confirmedBy === scan.customerId) throw new Refused('SELF_DEALING');
  if (!site.isActive) throw new Refused('OFFER_INACTIVE');
  if (Date.parse(now) >= Date.parse(awaited.until)) throw new Refused('OFFER_EXPIRED');
  const { currency } = site;
  const sale = saleOf(command.saleAmount, site);
  const rule = { version: awaited.ruleVersion, settings: awaited.ruleSettings };
  const { pool, shares } = allocateCommission(rule, awaited.path, sale.saleAmount, currency);
  const { scanId, qrId, rootQrId, siteId, tenantId, period, customerId } = scan;
  const { redemptionId, holdDays } = awaited;
  return [
    {
      type: 'RedemptionConfirmed',
      data: {
        redemptionId,
        scanId,
        qrId,
        rootQrId,
        siteId,
        tenantId,
        period,
        customerId,
        currency,
        ...sale,
        confirmedVia,
        confirmedBy,
        pool,
        holdDays,
        reference: command.reference ?? null,
        ruleVersion: rule.version,
        shares: shares.map((share) => ({ entryId: command.entryId(share.qrId), ...share })),
        maturesAt: endOfHold(now, holdDays),
      },
    },
  ];
}

/**
 * The sale amount on which commission is computed.
 * @throws Refused SALE_AMOUNT_TOO_HIGH for more than the site's maximum
 */
function saleOf(
  entered: string | null,
  { currency, configuration }: Pick<RedeemingSite, 'currency' | 'configuration'>,
): Pick<EventData<'BenefitRedeemed'>, 'saleAmount' | 'saleAmountSource'> {
  const saleMinor = toMinor(entered ?? configuration.defaultSaleAmount, currency);
  const maxMinor = toMinor(configuration.maxSaleAmount, currency);
  if (saleMinor > maxMinor)
    throw new Refused('SALE_AMOUNT_TOO_HIGH', { limit: fromMinor(maxMinor, currency), currency });
  return { saleAmount: fromMinor(saleMinor, currency), saleAmountSource: entered === null ? 'default' : 'entered' };
}

function endOfHold(now: string, holdDays: number): string {
  return new Date(Date.parse(now) + holdDays * DAY_MS).toISOString();
}
