import { allocateCommission, COMMISSION_RULE_VERSION } from '@perktree/contracts/commission/rule-v1';
import type { EventData, EventOf } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import type { RedeemingSite } from './decide-redeem.ts';
import { awaitedRedemption } from './decider.ts';
import { type EnteredSale, endOfHold, saleOf } from './sale.ts';
import type { RedemptionsState } from './state.ts';

export interface ConfirmRedemption {
  readonly scan: EventData<'QrScanned'>;
  readonly site: Pick<RedeemingSite, 'currency' | 'isActive' | 'configuration'>;
  readonly confirmedVia: EventData<'RedemptionConfirmed'>['confirmedVia'];
  readonly confirmedBy: string;
  readonly saleAmount: EnteredSale;
  /** The id of the ledger entry for the share of a QR of the path. */
  readonly entryId: (qrId: string) => string;
  readonly now: string;
}

/**
 * Confirms what a customer has redeemed by themselves (domain.md 6): its shares are earned now, by the owners and percents
 * that the redemption froze, of the sale amount that staff confirm. The limits were kept when it was redeemed.
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
  const { pool, shares } = allocateCommission(awaited.path, sale.saleAmount, currency);
  const { scanId, qrId, rootQrId, siteId, tenantId, period, customerId } = scan;
  const { redemptionId, holdDays } = awaited;
  return [
    {
      type: 'RedemptionConfirmed',
      data: {
        ...{ redemptionId, scanId, qrId, rootQrId, siteId, tenantId, period, customerId, currency },
        ...sale,
        ...{ confirmedVia, confirmedBy, pool, holdDays },
        ruleVersion: COMMISSION_RULE_VERSION,
        shares: shares.map((share) => ({ ...share, entryId: command.entryId(share.qrId) })),
        maturesAt: endOfHold(now, holdDays),
      },
    },
  ];
}
