import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import { normalizePercent } from '@perktree/contracts/percent';
import type { SiteConfiguration } from '@perktree/contracts/site-configuration';
import { ownSite } from './ownership-rules.ts';
import type { SiteState } from './state.ts';

/** Fields that the specification's form does not have; left out of a command they stay (api.md). */
type OptionalField =
  | 'defaultSaleAmount'
  | 'commissionHoldDays'
  | 'minimumPayout'
  | 'maxRedemptionsPerCustomer'
  | 'topLevelQrsNeedApproval';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface ConfigureSite {
  readonly tenantId: string | null;
  /** Undefined: the name stays. */
  readonly name: string | undefined;
  readonly configuration: Omit<SiteConfiguration, OptionalField> & Loose<Pick<SiteConfiguration, OptionalField>>;
}

/** Saves a configuration. It touches only QRs and issue periods that begin after it (domain.md 4). */
export function decideConfigureSite(state: SiteState, command: ConfigureSite): readonly SiteEvent[] {
  const site = ownSite(state, command.tenantId);
  const asked = command.configuration;
  const before = site.configuration;
  const configuration: SiteConfiguration = {
    ...asked,
    minSplitPercent: normalizePercent(asked.minSplitPercent),
    commissionPerSiblingQr: normalizePercent(asked.commissionPerSiblingQr),
    defaultSaleAmount: asked.defaultSaleAmount ?? before.defaultSaleAmount,
    commissionHoldDays: asked.commissionHoldDays ?? before.commissionHoldDays,
    minimumPayout: asked.minimumPayout ?? before.minimumPayout,
    // Null is a value here: unlimited.
    maxRedemptionsPerCustomer:
      asked.maxRedemptionsPerCustomer === undefined
        ? before.maxRedemptionsPerCustomer
        : asked.maxRedemptionsPerCustomer,
    topLevelQrsNeedApproval: asked.topLevelQrsNeedApproval ?? before.topLevelQrsNeedApproval,
  };
  const name = command.name ?? site.name;
  if (name === site.name && sameConfiguration(before, configuration)) return [];
  return [{ type: 'SiteConfigured', data: { siteId: site.siteId, tenantId: site.tenantId, name, configuration } }];
}

function sameConfiguration(a: SiteConfiguration, b: SiteConfiguration): boolean {
  return (Object.keys(a) as (keyof SiteConfiguration)[]).every((field) => a[field] === b[field]);
}
