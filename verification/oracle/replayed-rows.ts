import { createHash } from 'node:crypto';
import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { StoredEvent } from '@perktree/event-store/port';
import { projections } from '@perktree/projector/catalogue';
import { decodeBatch } from '@perktree/projector/engine/live/decoding';
import type { Slot } from '@perktree/projector/engine/live/fold';
import { foldEvents, selectEvents } from '@perktree/projector/testing/fold-events';

/** The rows of a read model by their keys. */
type Rows = ReadonlyMap<string, Slot>;

/**
 * I2: the live rows equal those of a full replay, compared by hash.
 * @param live rows by read model
 * @returns one line for each read model that differs
 */
export function differencesFromReplay(
  events: readonly StoredEvent[],
  live: ReadonlyMap<string, Rows>,
): readonly string[] {
  const batch = decodeBatch(withEffectiveTimes(events), projections);
  return projections.flatMap((projection) => {
    const selection = selectEvents(projection, batch, 0n);
    const replayed = new Map<string, Slot>();
    const { poison } = foldEvents(projection, selection.events, replayed);
    const stopped = selection.poison ?? poison;
    if (stopped) return [stopped.message];
    const own = live.get(projection.name) ?? new Map<string, Slot>();
    if (hashOf(own) === hashOf(replayed)) return [];
    const key = [...new Set([...replayed.keys(), ...own.keys()])].find(
      (each) => textOf(own.get(each)) !== textOf(replayed.get(each)),
    );
    const [is, should] = [own, replayed].map((rows) => textOf(rows.get(key ?? '')));
    return [`${projection.name}: row ${key} is ${is}, and ${should} in a replay`];
  });
}

function hashOf(rows: Rows): string {
  const hash = createHash('sha256');
  for (const key of [...rows.keys()].sort()) hash.update(`${key} ${textOf(rows.get(key))}\n`);
  return hash.digest('hex');
}

function textOf(slot: Slot | undefined): string {
  if (slot === undefined) return 'nothing';
  const row = Object.fromEntries(Object.entries(slot.row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify({ ...row, position: slot.position }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
}
