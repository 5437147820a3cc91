import type { AnyEvent, RecordedEvent } from '@perktree/contracts/events/catalogue';
import { recorded, SITE_CONFIGURATION } from '@perktree/projector/testing/events';
import { asStored } from './honest-history.ts';
import { smallHistory } from './small-history.ts';

type Fact = AnyEvent & { readonly at?: string };

/** The small history at a site that pays out sums as small as that. */
export function auditedFacts(): readonly Fact[] {
  const configuration = { ...SITE_CONFIGURATION, minimumPayout: '1.00' };
  return smallHistory().map((fact) =>
    fact.type === 'SiteCreated' ? { ...fact, data: { ...fact.data, configuration } } : fact,
  );
}

/** As commands would have stored it. */
export const auditedHistory = (facts: readonly Fact[] = auditedFacts()): readonly RecordedEvent[] =>
  asStored(recorded(facts));
