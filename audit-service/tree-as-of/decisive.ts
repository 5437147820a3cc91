import type { Selection, StoredEvent } from '@perktree/event-store/port';
import type { Cut } from '../cut.ts';
import { textIn } from '../text-in.ts';

/** The field of a QR that an event type sets. The newest event of a field counts; types that create QRs always count. */
const SETS: Readonly<Record<string, string>> = {
  QrEdited: 'terms',
  QrClaimed: 'owner',
  QrClaimReleased: 'owner',
  QrReissued: 'period',
  QrActivated: 'active',
  QrDeactivated: 'active',
};

/** The same selection, for a store that can filter by itself. */
export const decisiveSelection = (cut: Cut): Selection => ({
  upTo: cut,
  sets: SETS,
  by: 'qrId',
});

/**
 * The events of a tree's stream that determine its state at a cut, oldest first. A tree that changed for years has few of
 * them, so most events need no decoding.
 */
export function decisive(stream: readonly StoredEvent[], cut: Cut): readonly StoredEvent[] {
  const within = stream.filter(({ position }) => position <= cut.position);
  const set = new Set<string>();
  const counting = within.toReversed().filter(({ type, data }) => {
    const what = SETS[type];
    if (what === undefined) return true;
    const key = `${what} ${textIn(data, 'qrId')}`;
    if (set.has(key)) return false;
    set.add(key);
    return true;
  });
  return counting.reverse();
}
