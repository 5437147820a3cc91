import type { StoredEvent } from '@perktree/event-store/port';

export interface ChainDifference {
  readonly kind: DifferenceKind;
  /** Of the first event that differs, from 1 in the order of the store. */
  readonly number: number;
  /** The event at that position now; null if none exists or the difference is not about one event. */
  readonly event: Pick<StoredEvent, 'stream' | 'revision' | 'type' | 'eventId' | 'position'> | null;
  /** For a person. */
  readonly message: string;
}

const named = ({ type, stream, revision, eventId }: NonNullable<ChainDifference['event']>) =>
  `${type} (${stream}, revision ${revision}, id ${eventId})`;

/** How the store differs from what was recorded of it. `head`: the store fits the record, and that does not fit a signed head. */
const SAID = {
  changed: (number, event) => `Event ${number}, now ${event}, is not what was recorded: it was changed.`,
  inserted: (number, event) => `Event ${number}, now ${event}, was never recorded there: it was put in.`,
  missing: (number, event) => `Event ${number} is missing; where it was recorded, there is now ${event}.`,
  moved: (number, event) => `Event ${number}, now ${event}, and the one after it have changed places.`,
  position: (number, event) => `Event ${number}, now ${event}, has another position than its number.`,
  record: (number) =>
    `What was recorded of the events from ${number} on does not fit together: the record was changed.`,
  parts: (number, event) => `What was recorded of the parts of event ${number}, ${event}, is not of that event.`,
  text: (number) =>
    `The stored text of event ${number} has a key twice or another spelling: it can be read in two ways.`,
  clock: (number, event) => `What was recorded of the effective time of event ${number}, ${event}, is not its time.`,
  segment: (number, event) =>
    `What was recorded of the last position or the times of the segment up to event ${number}, ${event}, is not of its events.`,
  head: (number) => `The events up to ${number} do not chain to what was signed.`,
  signature: (number) => `The head of ${number} events has a signature that is not genuine.`,
} as const satisfies Readonly<Record<string, (number: number, event: string) => string>>;
type DifferenceKind = keyof typeof SAID;

export function difference(kind: DifferenceKind, number: number, event: StoredEvent | null = null): ChainDifference {
  const about = event && {
    stream: event.stream,
    revision: event.revision,
    type: event.type,
    eventId: event.eventId,
    position: event.position,
  };
  return { kind, number, event: about, message: SAID[kind](number, about ? named(about) : 'none') };
}
