import type { RecordedEvent } from '@perktree/contracts/events/catalogue';
import type { Currency } from '@perktree/contracts/money';
import type { SiteConfiguration } from '@perktree/contracts/site-configuration';
import { BlockedOwners } from '../blocked-owners.ts';
import { isOf } from '../stream-history.ts';
import { CLOCK_DISORDER_MS } from './clock-disorder.ts';

/** The parts of a configuration that money depends on. */
export type MoneyRules = Pick<
  SiteConfiguration,
  | ('commissionHoldDays' | 'defaultSaleAmount' | 'maxRedemptionsPerCustomer' | 'minimumPayout')
  | ('selfRedemption' | 'maxSaleAmount' | 'commissionRule')
>;

interface InForce {
  readonly rules: MoneyRules;
  /** In milliseconds; infinite while nothing has replaced it. */
  until: number;
}

interface SiteThen {
  readonly siteId: string;
  readonly tenantId: string;
  readonly currency: Currency;
  /** Oldest first. */
  readonly history: InForce[];
  readonly blocked: BlockedOwners;
}

/** The sites with the history of their configurations. */
export class SiteRulesHistory {
  private readonly sites = new Map<string, SiteThen>();

  get size(): number {
    return this.sites.size;
  }

  find(siteId: string): SiteThen | undefined {
    return this.sites.get(siteId);
  }

  apply(event: RecordedEvent): void {
    if (isOf(event, 'SiteCreated')) {
      const { siteId, tenantId, currency, configuration } = event.fact.data;
      const history = [{ rules: moneyRules(configuration), until: Number.POSITIVE_INFINITY }];
      this.sites.set(siteId, { siteId, tenantId, currency, history, blocked: new BlockedOwners() });
    } else if (isOf(event, 'DistributorBlocked') || isOf(event, 'DistributorUnblocked')) {
      this.sites.get(event.fact.data.siteId)?.blocked.apply(event);
    } else if (isOf(event, 'SiteConfigured')) {
      const history = this.sites.get(event.fact.data.siteId)?.history;
      const last = history?.at(-1);
      if (history === undefined || last === undefined) return;
      last.until = Date.parse(event.metadata.recordedAt);
      history.push({ rules: moneyRules(event.fact.data.configuration), until: Number.POSITIVE_INFINITY });
    }
  }
}

/**
 * What a command of a moment may have gone by: the newest configuration, and those that it replaced while a command may
 * have been under way. Oldest first.
 * @param at milliseconds
 */
export function rulesAround({ history }: SiteThen, at: number): readonly MoneyRules[] {
  return history.filter(({ until }) => until >= at - CLOCK_DISORDER_MS).map(({ rules }) => rules);
}

function moneyRules(configuration: SiteConfiguration): MoneyRules {
  const { commissionHoldDays, defaultSaleAmount, maxRedemptionsPerCustomer, minimumPayout } = configuration;
  const { selfRedemption, maxSaleAmount, commissionRule } = configuration;
  return {
    ...{ commissionHoldDays, defaultSaleAmount, maxRedemptionsPerCustomer, minimumPayout },
    ...{ selfRedemption, maxSaleAmount, commissionRule },
  };
}
