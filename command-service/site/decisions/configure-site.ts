import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { type Edit, refuseEditedMeanwhile } from '@perktree/contracts/kernel/edits';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { normalizePercent } from '@perktree/contracts/kernel/percent';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { validationIssue } from '@perktree/contracts/kernel/validation-issues';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import { ownSite, type SiteState } from './state.ts';

interface CreateSite {
  readonly siteId: string;
  readonly tenantId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly currency: Currency;
  readonly timeZone?: string | undefined;
}

/** A new site has the default configuration, in the time zone of its owner. */
export function decideCreateSite(site: SiteState, { timeZone, ...command }: CreateSite): readonly SiteEvent[] {
  if (site) return [];
  const configuration = { ...DEFAULT_SITE_CONFIGURATION, ...(timeZone !== undefined && { timeZone }) };
  return [{ type: 'SiteCreated', data: { ...command, configuration } }];
}

interface ConfigureSite {
  readonly tenantId: string | null;
  readonly edit: Edit<SiteConfiguration & { readonly name: string }>;
}

/**
 * Saves a configuration. `qrMinutesLife` applies to issue periods that start later, every other setting at once.
 * @throws Refused SITE_NOT_FOUND, EDITED_MEANWHILE, DEFAULT_ABOVE_MAXIMUM
 */
export function decideConfigureSite(state: SiteState, command: ConfigureSite): readonly SiteEvent[] {
  const site = ownSite(state, command.tenantId);
  const before = site.configuration;
  refuseEditedMeanwhile({ ...before, name: site.name }, command.edit);
  const { seen: _, name = site.name, ...changes } = command.edit;
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const merged: SiteConfiguration = { ...before, ...Object.fromEntries(given) };
  const amount = (text: string) => fromMinor(toMinor(text, site.currency), site.currency);
  const configuration: SiteConfiguration = {
    ...merged,
    minSplitPercent: normalizePercent(merged.minSplitPercent),
    commissionPerSiblingQr: normalizePercent(merged.commissionPerSiblingQr),
    defaultSaleAmount: amount(merged.defaultSaleAmount),
    maxSaleAmount: amount(merged.maxSaleAmount),
    minimumPayout: amount(merged.minimumPayout),
  };
  assertDefaultWithinMaximum(configuration, site.currency);
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
  return (Object.keys(a) as (keyof SiteConfiguration)[]).every(
    // JSON, because the commission rule is an object.
    (field) => JSON.stringify(a[field]) === JSON.stringify(b[field]),
  );
}

/** QRs of a stopped site cannot be scanned, redeemed or claimed. Earnings stay. @throws Refused SITE_NOT_FOUND */
export function decideStopSite(state: SiteState, command: { readonly tenantId: string }): readonly SiteEvent[] {
  const { siteId, tenantId, isActive } = ownSite(state, command.tenantId);
  return isActive ? [{ type: 'SiteDeactivated', data: { siteId, tenantId } }] : [];
}
