import type { Incoming } from '../engine/live/decoding.ts';
import { type Folded, fold, type PoisonEvent, type Slot, workOf } from '../engine/live/fold.ts';
import type { ProjectedEvent, Projection } from '../engine/live/projection.ts';

/** Like `workOf`, but returns events and keys separately. */
export function selectEvents(
  projection: Projection,
  batch: readonly Incoming[],
  after: bigint,
): {
  readonly events: readonly ProjectedEvent[];
  readonly keys: readonly string[];
  readonly poison: PoisonEvent | null;
} {
  const { handled, poison } = workOf(projection, batch, after);
  const keys = [...new Set(handled.flatMap((each) => each.keys))];
  return { events: handled.map(({ event }) => event), keys, poison };
}

/** As `fold`, of events that the read model handles. */
export function foldEvents(
  projection: Projection,
  events: readonly ProjectedEvent[],
  slots: Map<string, Slot>,
): Folded {
  return fold(
    projection,
    events.map((event) => ({ event, keys: [...new Set(projection.keys(event))] })),
    slots,
  );
}
