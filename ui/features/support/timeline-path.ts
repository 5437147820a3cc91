import { TIMELINE_KINDS, type TimelineKind } from '@perktree/contracts/http/support';

/** The page of a timeline. */
export function timelinePath(kind: TimelineKind, id: string): string {
  return `/support/${kind}/${id}`;
}

/** What of an address is a kind of timeline; null: nothing. */
export function timelineKindOf(kind: string | undefined): TimelineKind | null {
  return TIMELINE_KINDS.find((known) => known === kind) ?? null;
}
