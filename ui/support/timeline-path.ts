import { personName } from '@perktree/contracts/kernel/person-name';
import {
  type FoundKind,
  type SupportFound,
  TIMELINE_KINDS,
  type TimelineKind,
} from '@perktree/contracts/support/calls';

/** The name of a result or a timeline's subject in the language of the page. */
export function subjectName(kind: FoundKind, name: string, language: string): string {
  return kind === 'redemption' || kind === 'qr' || kind === 'site' ? name : personName(name, language);
}

export function timelinePath(kind: TimelineKind, id: string): string {
  return `/support/${kind}/${id}`;
}

export function timelineKindOf(kind: string | undefined): TimelineKind | null {
  return TIMELINE_KINDS.find((known) => known === kind) ?? null;
}

export const tenantPath = (tenantId: string): string => `/support/tenants/${tenantId}`;

/** Where a result of the search leads. */
export function foundPath({ kind, id, tenantId }: Pick<SupportFound, 'kind' | 'id' | 'tenantId'>): string {
  switch (kind) {
    case 'tenant':
      return tenantPath(id);
    case 'account':
      return tenantId === null ? timelinePath('customer', id) : tenantPath(tenantId);
    case 'site':
      return `/sites/${id}/audit`;
    case 'payout':
      return `/payouts/${id}`;
    default:
      return timelinePath(kind, id);
  }
}
