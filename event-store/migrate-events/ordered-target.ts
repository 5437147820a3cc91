import { type EventStore, type NewEvent, OutcomeUnknown, RevisionConflict, type StoredEvent } from '../port.ts';

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

/** Bounds of a batch; engines accept about 1 MiB. */
const MAX_EVENTS = 300;
const MAX_CHARACTERS = 256 * 1024;

/** Collects events into batches of appends that keep their order. Consecutive events of one stream share an append. */
export class OrderedAppender {
  private batch: { stream: string; events: StoredEvent[] }[] = [];
  private events = 0;
  private characters = 0;

  constructor(
    private readonly appendInOrder: AppendInOrder,
    private readonly onAppended: (count: number, last: StoredEvent) => void,
  ) {}

  async add(event: StoredEvent): Promise<void> {
    const characters = JSON.stringify([event.data, event.metadata]).length;
    if (this.events >= MAX_EVENTS || this.characters + characters > MAX_CHARACTERS) await this.flush();
    const last = this.batch.at(-1);
    if (last?.stream === event.stream) {
      last.events.push(event);
    } else {
      this.batch.push({ stream: event.stream, events: [event] });
    }
    this.events += 1;
    this.characters += characters;
  }

  async flush(): Promise<void> {
    const last = this.batch.at(-1)?.events.at(-1);
    if (last === undefined) return;
    await this.appendInOrder(
      this.batch.map(({ stream, events }) => ({
        stream,
        expectedRevision: (events[0] as StoredEvent).revision - 1,
        events: events.map(({ eventId, type, data, metadata }) => ({ eventId, type, data, metadata })),
      })),
    );
    this.onAppended(this.events, last);
    this.batch = [];
    this.events = 0;
    this.characters = 0;
  }
}
