import type { ScopeAnswer } from '@perktree/contracts/audit/scope';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import type { AuditServiceDeps } from '../deps.ts';
import { zoneOfSite } from '../own-site.ts';

export interface ScopeQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly position?: string | undefined;
}

/** What an audit of a site covers: a period, and the events up to a position. */
export interface ReportScope {
  readonly siteId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly timeZone: string;
  readonly position: bigint;
  /** Whether events exist behind the position. */
  readonly isPast: boolean;
}

/** @throws Refused VALIDATION_FAILED, naming the field, for a period that ends before it starts and for a position that no event has */
export async function reportScopeOf(
  deps: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  { from, to, position }: ScopeQuery,
): Promise<ReportScope> {
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw invalidField('to', 'ENDS_BEFORE_START');
  }
  const [head, timeZone] = await Promise.all([deps.store.head(), zoneOfSite(deps, siteId)]);
  const chosen = position === undefined ? head : BigInt(position);
  if (chosen > head) throw invalidField('position', 'POSITION_AHEAD');
  return { siteId, from, to, timeZone, position: chosen, isPast: chosen < head };
}

export const scopeAnswerOf = ({ siteId, from, to, timeZone, position }: ReportScope): ScopeAnswer => ({
  siteId,
  from: from ?? null,
  to: to ?? null,
  timeZone,
  position: position.toString(),
});
