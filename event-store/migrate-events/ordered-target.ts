import { type EventStore, type NewEvent, OutcomeUnknown, RevisionConflict } from '../port.ts';

/** The target is not empty, and does not hold the beginning of the source. Nothing was changed. */
export class TargetHoldsOtherEvents extends Error {
  override readonly name = 'TargetHoldsOtherEvents';
}

/** Events of one stream that follow one another in the store. */
export interface OrderedAppend {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly events: readonly NewEvent[];
}

/** Appends so that the store has the events in exactly this order. */
export type AppendInOrder = (appends: readonly OrderedAppend[]) => Promise<void>;

/** Retries of an append with an unknown outcome. */
const ATTEMPTS = 5;

/** On any engine: one after the other, each answered before the next is sent. */
export function oneByOne(store: Pick<EventStore, 'append'>): AppendInOrder {
  return async (appends) => {
    for (const { stream, expectedRevision, events } of appends) {
      await settled(() => store.append(stream, expectedRevision, events));
    }
  };
}

async function settled(append: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await append();
      return;
    } catch (error) {
      if (error instanceof RevisionConflict) throw new TargetHoldsOtherEvents(error.message, { cause: error });
      if (!(error instanceof OutcomeUnknown) || attempt === ATTEMPTS) throw error;
    }
  }
}
