import type { Selection, StoredEvent } from '@perktree/event-store/port';
import type { Cut } from '../cut.ts';

/** What of a QR an event sets; of several that set the same, the newest counts. Others make QRs: they all count. */
const SETS: Readonly<Record<string, string>> = {
  QrEdited: 'terms',
  QrClaimed: 'owner',
  QrClaimReleased: 'owner',
  QrReissued: 'period',
  QrActivated: 'active',
  QrDeactivated: 'active',
};

/** The same, for a store that chooses them itself. */
export const decisiveSelection = (cut: Cut): Selection => ({
  upTo: cut,
  sets: SETS,
  by: 'qrId',
});

/**
 * The events of a tree's stream that its state at a cut depends on, oldest first. They are a few where a tree was edited,
 * claimed and reissued for years, so that the many others need not be decoded.
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

function textIn(value: unknown, name: string): string {
  const field = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : '';
  return typeof field === 'string' ? field : '';
}
