import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent } from '@perktree/contracts/events/codec';
import { type EventStore, NO_STREAM, type StoredEvent } from '@perktree/event-store/port';
import type { Decider } from './decider.ts';

/** An event as it is folded: what the state, and the memory of commands, need of it. */
export interface FoldableEvent<Event> {
  readonly eventId: string;
  readonly revision: number;
  readonly commandId: string;
  readonly recordedAt: string;
  readonly fact: Event;
}

let moments = 0;
/** A moment of this process: later ones are greater. Orders reads and appends against the commands that wait for them. */
export function nextMoment(): number {
  moments += 1;
  return moments;
}

/**
 * The state of one stream in memory, and since when it is known to be the newest. Reads are shared: whoever needs a
 * state at least as new as a read that is on its way waits for that one, so any number of waiters costs two reads.
 *
 * It holds only as long as the store still has its last event: each read begins with that one, and each append names it.
 */
export class FoldedStream<State, Event extends AnyEvent> {
  private folded: State;
  private lastRevision = NO_STREAM;
  private lastEventId: string | undefined;
  /** Everything stored before this moment is in the state. */
  private currentAsOf = 0;
  private reading: { readonly began: number; readonly done: Promise<void> } | null = null;
  /** Where the events of each command begin: how a repeated command finds them. */
  private readonly commands = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    readonly stream: string,
    private readonly decider: Decider<State, Event>,
    private readonly onHistoryChanged: () => void,
  ) {
    this.folded = decider.initialState;
  }

  get state(): State {
    return this.folded;
  }

  get revision(): number {
    return this.lastRevision;
  }

  /** The id of the last folded event; undefined for an empty stream. */
  get seen(): string | undefined {
    return this.lastEventId;
  }

  /** Everything that was stored before the moment is in the state. */
  isCurrentSince(moment: number): boolean {
    return this.currentAsOf >= moment;
  }

  /** Reads on until everything that was stored before the moment is in the state. */
  async catchUp(moment: number): Promise<void> {
    while (!this.isCurrentSince(moment)) {
      this.reading ??= this.read();
      await this.reading.done;
    }
  }

  private read(): { began: number; done: Promise<void> } {
    const began = nextMoment();
    const done = this.readOn()
      .then((stored) => this.fold(stored.map(toFoldable<Event>), began))
      .finally(() => {
        this.reading = null;
      });
    return { began, done };
  }

  /** What follows on the last event; where that is gone from the store, the stream from its beginning. */
  private async readOn(): Promise<readonly StoredEvent[]> {
    const last = this.lastEventId;
    if (last === undefined) return this.store.readStream(this.stream, 0);
    const stored = await this.store.readStream(this.stream, this.lastRevision);
    // An append of this process may have moved on meanwhile; it has named the same event.
    if (stored[0]?.eventId === last) return stored.slice(1);
    this.forget();
    return this.store.readStream(this.stream, 0);
  }

  /** The store has gone back: nothing of what is folded holds any more. */
  forget(): void {
    this.folded = this.decider.initialState;
    this.lastRevision = NO_STREAM;
    this.lastEventId = undefined;
    this.currentAsOf = 0;
    this.commands.clear();
    this.onHistoryChanged();
  }

  /**
   * Takes in events that are stored: those already folded are passed over.
   * @param asOf the moment at which there were no others before them
   */
  fold(events: readonly FoldableEvent<Event>[], asOf: number): void {
    for (const event of events) {
      if (event.revision <= this.lastRevision) continue;
      if (event.revision !== this.lastRevision + 1) {
        throw new Error(`${this.stream}: revision ${event.revision} came after ${this.lastRevision}`);
      }
      this.folded = this.decider.evolve(this.folded, event.fact, event.recordedAt);
      this.lastRevision = event.revision;
      this.lastEventId = event.eventId;
      if (!this.commands.has(event.commandId)) this.commands.set(event.commandId, event.revision);
    }
    this.currentAsOf = Math.max(this.currentAsOf, asOf);
  }

  /** Whether a command has appended to this stream, as far as it is folded. */
  knows(commandId: string): boolean {
    return this.commands.has(commandId);
  }

  /** The events that a command appended to this stream, as far as it is folded; null when there are none. */
  async appendedBy(commandId: string): Promise<{ events: readonly Event[]; position: bigint } | null> {
    const first = this.commands.get(commandId);
    if (first === undefined) return null;
    const stored = (await this.store.readStream(this.stream, first)).map(decodeEvent);
    const own = stored.filter((event) => event.metadata.commandId === commandId);
    const last = own.at(-1);
    if (last === undefined) {
      this.forget();
      return null;
    }
    return { events: own.map((event) => event.fact as Event), position: last.position };
  }
}

function toFoldable<Event extends AnyEvent>(event: StoredEvent): FoldableEvent<Event> {
  const { fact, metadata, revision, eventId } = decodeEvent(event);
  const { commandId, recordedAt } = metadata;
  return { eventId, revision, commandId, recordedAt, fact: fact as Event };
}
