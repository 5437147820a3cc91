import { type Completeness, type EventStore, NO_STREAM, type StoredEvent } from '@perktree/event-store/port';
import type { Decider } from '../decider/decider.ts';
import { type DecidedFold, type DomainEvent, decode, type FoldableEvent } from './event-codec.ts';
import { NO_COMMANDS, type Snapshot } from './snapshots/snapshot.ts';
import type { Snapshots } from './snapshots/snapshots.ts';

/** Reading and folding 1,000 events takes about 30 ms. A stream gets a snapshot each time it has grown by that many. */
const EVENTS_PER_SNAPSHOT = 1_000;

/** Of an event in a state, roughly. */
export const EVENT_BYTES = 250;
const TEXT_BYTES = 90;

function roughBytesOf({ data }: DomainEvent): number {
  let bytes = EVENT_BYTES;
  for (const value of Object.values(data)) {
    if (Array.isArray(value)) bytes += value.length * (typeof value[0] === 'string' ? TEXT_BYTES : EVENT_BYTES);
  }
  return bytes;
}

let ticks = 0;
/** The logical clock of this process. It orders reads and appends against the commands that wait for them. */
export function nextTick(): number {
  ticks += 1;
  return ticks;
}

/** The store's answer to "has this process seen everything stored before tick `asOf`?" */
interface Confirmation {
  readonly asOf: number;
  readonly epoch: number;
  readonly answer: Promise<boolean>;
}

const lastConfirmations = new WeakMap<Completeness, Confirmation>();

/** Callers share one confirmation of the store as long as it is not older than their tick. */
function confirmationSince(completeness: Completeness, tick: number, epoch: number): Confirmation {
  const last = lastConfirmations.get(completeness);
  if (last !== undefined && last.asOf >= tick && last.epoch === epoch) return last;
  const confirmation = { asOf: nextTick(), epoch, answer: completeness.confirm() };
  // Avoid an unhandled rejection; callers that await the answer still get the error.
  confirmation.answer.catch(() => {});
  lastConfirmations.set(completeness, confirmation);
  return confirmation;
}

/**
 * The state of one stream in memory, and the tick up to which it is known to be complete. Concurrent callers share reads:
 * any number of waiting callers costs at most two reads.
 *
 * The state is valid only while the store still has its last event, so each read starts at that event and each append
 * names it.
 */
export class StreamState<State, Event extends DomainEvent> {
  private folded: State;
  private foldedRevision = NO_STREAM;
  private foldedEventId: string | undefined;
  private foldedBytes = 0;
  /** The state includes everything stored before this tick. */
  private currentAsOf = 0;
  /** Epoch of the store's completeness when the state was current; null where the store has none. */
  private epoch: number | null = null;
  private reading: Promise<void> | null = null;
  /** First revision of each command: finds what a repeated command appended. */
  private commands = NO_COMMANDS;
  /** Of the last snapshot taken or loaded. */
  private snapshotRevision = NO_STREAM;

  constructor(
    private readonly store: EventStore,
    readonly stream: string,
    private readonly decider: Decider<State, Event>,
    private readonly onHistoryChanged: () => void,
    private readonly snapshots?: Snapshots,
  ) {
    this.folded = decider.initialState;
  }

  get state(): State {
    return this.folded;
  }

  get revision(): number {
    return this.foldedRevision;
  }

  /** Memory that the state takes, roughly, in bytes. */
  get bytes(): number {
    return this.foldedBytes;
  }

  /** Id of the last folded event; undefined for an empty stream. */
  get lastEventId(): string | undefined {
    return this.foldedEventId;
  }

  /** Whether the state includes everything stored before the tick. */
  isCurrentSince(tick: number): boolean {
    return this.currentAsOf >= tick;
  }

  /** Reads the stream where the state does not yet include everything stored before the tick. */
  async catchUp(tick: number): Promise<void> {
    // The caller may have appended to the stream through another decider after `tick`.
    const since = this.lacksKnownEvents() || this.epoch !== this.storeEpoch() ? nextTick() : tick;
    if (this.isCurrentSince(since) || (await this.confirmCurrent(since))) return;
    while (!this.isCurrentSince(since)) {
      this.reading ??= this.read();
      await this.reading;
    }
  }

  private lacksKnownEvents(): boolean {
    return (this.store.completeness?.appendedTo(this.stream) ?? NO_STREAM) > this.foldedRevision;
  }

  /** Without reading the stream: whether the store confirms that nothing was stored between the state and the tick. */
  private async confirmCurrent(tick: number): Promise<boolean> {
    const { completeness } = this.store;
    const { epoch, currentAsOf } = this;
    if (!completeness || epoch === null || completeness.epoch !== epoch || currentAsOf === 0) return false;
    if (this.lacksKnownEvents()) return false;
    const { answer, asOf } = confirmationSince(completeness, tick, epoch);
    if (!(await answer) || completeness.epoch !== epoch) return false;
    if (this.lacksKnownEvents() || this.epoch !== epoch) return false;
    this.currentAsOf = Math.max(this.currentAsOf, asOf);
    return true;
  }

  private read(): Promise<void> {
    const asOf = nextTick();
    const epoch = this.storeEpoch();
    const { completeness } = this.store;
    // The same command loads other streams next: start their confirmation in the same round trip.
    if (completeness?.isSharedWithReads && epoch !== null) confirmationSince(completeness, asOf, epoch);
    return this.readNewEvents()
      .then((stored) => this.fold(stored.map(decode<Event>), asOf, epoch))
      .finally(() => {
        this.reading = null;
      });
  }

  /** Events after the last folded one. If the store has lost that event, start over from revision 0. */
  private async readNewEvents(): Promise<readonly StoredEvent[]> {
    const last = this.foldedEventId;
    if (last === undefined) return this.readFirst();
    const stored = await this.store.readStream(this.stream, this.foldedRevision);
    // A concurrent append of this process may have folded more; it has named the same event.
    if (stored[0]?.eventId === last) return stored.slice(1);
    this.forget();
    return this.store.readStream(this.stream, 0);
  }

  /** Starts from the snapshot if the store still has its event; otherwise reads the whole stream. */
  private async readFirst(): Promise<readonly StoredEvent[]> {
    const { snapshots, decider, stream } = this;
    const { snapshots: states } = decider;
    const snapshot = states && (await snapshots?.load({ stream, states }));
    if (!snapshot) return this.store.readStream(stream, 0);
    const stored = await this.store.readStream(stream, snapshot.revision);
    if (stored[0]?.eventId !== snapshot.eventId) return this.store.readStream(stream, 0);
    if (this.foldedRevision < snapshot.revision) this.restore(snapshot);
    return stored.slice(1);
  }

  private restore({ state, revision, eventId, commands }: Snapshot<State>): void {
    this.folded = state;
    this.foldedRevision = revision;
    this.foldedEventId = eventId;
    this.commands = commands;
    this.snapshotRevision = revision;
    this.foldedBytes = (revision + 1) * EVENT_BYTES;
  }

  private offerSnapshot(): void {
    const { snapshots, stream } = this;
    const { snapshots: states } = this.decider;
    if (!snapshots || !states || this.foldedRevision - this.snapshotRevision < EVENTS_PER_SNAPSHOT) return;
    snapshots.offer({
      ...{ stream, states },
      takeSnapshot: () => this.takeSnapshot(),
      restore: (snapshot) => this.restore(snapshot),
    });
  }

  private takeSnapshot(): Snapshot<State> | null {
    const { folded: state, foldedRevision: revision, foldedEventId: eventId, commands } = this;
    if (eventId === undefined) return null;
    this.snapshotRevision = revision;
    return { state, revision, eventId, commands };
  }

  /** Drops the state: the store has lost events that it was folded from. */
  forget(): void {
    this.folded = this.decider.initialState;
    this.foldedRevision = NO_STREAM;
    this.foldedEventId = undefined;
    this.foldedBytes = 0;
    this.currentAsOf = 0;
    this.epoch = null;
    this.commands = NO_COMMANDS;
    this.snapshotRevision = NO_STREAM;
    this.onHistoryChanged();
  }

  /**
   * Folds stored events and skips those already folded.
   * @param asOf tick before which no further events were stored
   * @param epoch the store's epoch at that tick
   */
  fold(events: readonly FoldableEvent<Event>[], asOf: number, epoch: number | null): void {
    for (const each of events) {
      if (each.revision <= this.foldedRevision) continue;
      this.assertNext(each.revision);
      this.folded = this.decider.evolve(this.folded, each.event, each.recordedAt, each.by);
      this.moveTo(each);
    }
    this.becameCurrent(asOf, epoch);
  }

  /** As `fold`, for events that this process has decided. Their state is known unless a read has folded others meanwhile. */
  foldDecided({ events, before, after }: DecidedFold<State, Event>, asOf: number, epoch: number | null): void {
    const isUnchanged = this.folded === before && events[0]?.revision === this.foldedRevision + 1;
    if (!isUnchanged) {
      this.fold(events, asOf, epoch);
      return;
    }
    this.folded = after;
    for (const each of events) this.moveTo(each);
    this.becameCurrent(asOf, epoch);
  }

  private assertNext(revision: number): void {
    if (revision === this.foldedRevision + 1) return;
    throw new Error(`${this.stream}: revision ${revision} came after ${this.foldedRevision}`);
  }

  private moveTo({ revision, eventId, commandId, event }: FoldableEvent<Event>): void {
    this.foldedRevision = revision;
    this.foldedBytes += this.decider.bytesOf?.(event) ?? roughBytesOf(event);
    this.foldedEventId = eventId;
    if (!this.hasCommand(commandId)) this.commands = this.commands.with(commandId, revision);
  }

  private becameCurrent(asOf: number, epoch: number | null): void {
    this.offerSnapshot();
    if (asOf < this.currentAsOf) return;
    this.currentAsOf = asOf;
    this.epoch = epoch;
  }

  storeEpoch(): number | null {
    return this.store.completeness?.epoch ?? null;
  }

  /** Whether a folded event belongs to the command. */
  hasCommand(commandId: string): boolean {
    return this.commands.get(commandId) !== undefined;
  }

  /** The folded events of a command; null if it has none. */
  async appendedBy(commandId: string): Promise<{ events: readonly Event[]; position: bigint } | null> {
    const first = this.commands.get(commandId);
    if (first === undefined) return null;
    const stored = await this.store.readStream(this.stream, first);
    const own = stored.map((each) => ({ ...decode<Event>(each), position: each.position }));
    const events = own.filter((each) => each.commandId === commandId);
    const last = events.at(-1);
    if (last === undefined) {
      this.forget();
      return null;
    }
    return { events: events.map(({ event }) => event), position: last.position };
  }
}
