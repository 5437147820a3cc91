import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { allocateCommission } from '@perktree/contracts/commission/registry';
import { DEFAULT_COMMISSION_RULE } from '@perktree/contracts/commission/rule';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { Currency } from '@perktree/contracts/kernel/money';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import { deriveUuid } from '../../engine/command.ts';
import type { WholeService } from '../../testing/whole-service.ts';

/** A site whose distributors have earned: root 10 % of ana, child 4 % of ben, redeemed at the child. */
export interface EarningSite {
  readonly siteId: string;
  /** Redeems now, for a sale amount. @returns the redemption */
  redeem(saleAmount: string, owners?: Partial<Owners>): Promise<EventData<'BenefitRedeemed'>>;
}

interface Owners {
  readonly root: string | null;
  readonly child: string | null;
}

export async function openEarningSite(
  service: WholeService,
  owner: { readonly tenantId: string; readonly userId: string },
  name: string,
  configuration: Partial<SiteConfiguration> = {},
  currency: Currency = 'EUR',
): Promise<EarningSite> {
  const { tenantId } = owner;
  const id = (...parts: (string | number)[]) => deriveUuid('earning site', tenantId, name, ...parts);
  const [siteId, rootQrId, qrId] = [id('site'), id('root'), id('child')];
  const full = { ...DEFAULT_SITE_CONFIGURATION, ...configuration };
  await service.happen(streams.site(siteId), {
    type: 'SiteCreated',
    data: { siteId, tenantId, ownerId: owner.userId, name, currency, configuration: full },
  });
  let redemptions = 0;
  return {
    siteId,
    async redeem(saleAmount, owners = {}) {
      redemptions += 1;
      const redemptionId = id('redemption', redemptions);
      const { root, child } = { root: 'ana', child: 'ben', ...owners };
      const path = [
        { qrId: rootQrId, ownerId: root, percent: '10.00' },
        { qrId, ownerId: child, percent: '4.00' },
      ];
      const { pool, shares } = allocateCommission(DEFAULT_COMMISSION_RULE, path, saleAmount, currency);
      const data: EventData<'BenefitRedeemed'> = {
        ...{ redemptionId, qrId, rootQrId, siteId, tenantId, currency, saleAmount, path, pool },
        ...{ period: 1, customerId: `customer ${redemptions}`, scanId: id('scan', redemptions) },
        ...{ deviceId: null, networkId: null, reference: null },
        benefit: { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
        ...{ qrName: 'Child', saleAmountSource: 'entered', confirmedVia: 'self' },
        confirmedBy: `customer ${redemptions}`,
        ...{ treeRevision: 3, ruleVersion: 1, ruleSettings: {}, holdDays: full.commissionHoldDays },
        shares: shares.map((share) => ({ ...share, entryId: id('entry', redemptions, share.qrId) })),
        maturesAt: new Date(service.now.getTime() + full.commissionHoldDays * DAY_MS).toISOString(),
        awaitsConfirmation: null,
      };
      await service.happen(streams.redemptions(qrId), { type: 'BenefitRedeemed', data });
      return data;
    },
  };
}

/** Advances the service's clock by a number of days. */
export function days(service: WholeService, count: number): void {
  service.now = new Date(service.now.getTime() + count * DAY_MS);
}
