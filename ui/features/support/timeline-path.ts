import { TIMELINE_KINDS, type TimelineKind } from '@perktree/contracts/http/support';

export function timelinePath(kind: TimelineKind, id: string): string {
  return `/support/${kind}/${id}`;
}

export function timelineKindOf(kind: string | undefined): TimelineKind | null {
  return TIMELINE_KINDS.find((known) => known === kind) ?? null;
}
