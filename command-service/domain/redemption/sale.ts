import { DAY_MS } from '@perktree/contracts/durations';
import type { EventData } from '@perktree/contracts/events/catalogue';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/money';
import { Refused } from '@perktree/contracts/refusals';
import type { SiteConfiguration } from '@perktree/contracts/site-configuration';

/** What staff entered, a decimal string; null: the site's default counts. */
export type EnteredSale = string | null;

/**
 * The base of commission.
 * @throws Refused SALE_AMOUNT_TOO_HIGH for more than the site's maximum
 */
export function saleOf(
  entered: EnteredSale,
  site: {
    readonly currency: Currency;
    readonly configuration: Pick<SiteConfiguration, 'defaultSaleAmount' | 'maxSaleAmount'>;
  },
): Pick<EventData<'BenefitRedeemed'>, 'saleAmount' | 'saleAmountSource'> {
  const { currency, configuration } = site;
  const saleMinor = toMinor(entered ?? configuration.defaultSaleAmount, currency);
  const maxMinor = toMinor(configuration.maxSaleAmount, currency);
  if (saleMinor > maxMinor)
    throw new Refused('SALE_AMOUNT_TOO_HIGH', { limit: fromMinor(maxMinor, currency), currency });
  return { saleAmount: fromMinor(saleMinor, currency), saleAmountSource: entered === null ? 'default' : 'entered' };
}

/** When shares that are earned now can be paid out. */
export function endOfHold(now: string, holdDays: number): string {
  return new Date(Date.parse(now) + holdDays * DAY_MS).toISOString();
}
