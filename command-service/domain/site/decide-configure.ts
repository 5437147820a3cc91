import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import { type Currency, toMinor } from '@perktree/contracts/money';
import { normalizePercent } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import type { OptionalConfigurationField, SiteConfiguration } from '@perktree/contracts/site-configuration';
import { validationIssue } from '@perktree/contracts/validation-issues';
import { ownSite } from './ownership-rules.ts';
import type { SiteState } from './state.ts';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface ConfigureSite {
  readonly tenantId: string | null;
  /** Undefined: the name stays. */
  readonly name: string | undefined;
  /** Optional fields that are undefined stay as they are. */
  readonly configuration: Omit<SiteConfiguration, OptionalConfigurationField> &
    Loose<Pick<SiteConfiguration, OptionalConfigurationField>>;
}

/**
 * Saves a configuration. It touches only QRs and issue periods that begin after it (domain.md 4).
 * @throws Refused SITE_NOT_FOUND, DEFAULT_ABOVE_MAXIMUM
 */
export function decideConfigureSite(state: SiteState, command: ConfigureSite): readonly SiteEvent[] {
  const site = ownSite(state, command.tenantId);
  const before = site.configuration;
  const given = Object.entries(command.configuration).filter(([, value]) => value !== undefined);
  const asked: SiteConfiguration = { ...before, ...Object.fromEntries(given) };
  const configuration: SiteConfiguration = {
    ...asked,
    minSplitPercent: normalizePercent(asked.minSplitPercent),
    commissionPerSiblingQr: normalizePercent(asked.commissionPerSiblingQr),
  };
  assertDefaultWithinMaximum(configuration, site.currency);
  const name = command.name ?? site.name;
  if (name === site.name && sameConfiguration(before, configuration)) return [];
  return [{ type: 'SiteConfigured', data: { siteId: site.siteId, tenantId: site.tenantId, name, configuration } }];
}

function assertDefaultWithinMaximum(
  { defaultSaleAmount, maxSaleAmount }: Pick<SiteConfiguration, 'defaultSaleAmount' | 'maxSaleAmount'>,
  currency: Currency,
): void {
  if (toMinor(defaultSaleAmount, currency) <= toMinor(maxSaleAmount, currency)) return;
  throw new Refused('DEFAULT_ABOVE_MAXIMUM', { default: defaultSaleAmount, maximum: maxSaleAmount }, [
    validationIssue('defaultSaleAmount', 'TOO_BIG', { max: maxSaleAmount }),
    validationIssue('maxSaleAmount', 'TOO_SMALL', { min: defaultSaleAmount }),
  ]);
}

function sameConfiguration(a: SiteConfiguration, b: SiteConfiguration): boolean {
  return (Object.keys(a) as (keyof SiteConfiguration)[]).every((field) => a[field] === b[field]);
}
