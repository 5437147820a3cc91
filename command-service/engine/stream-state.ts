import {
  type EventStore,
  type Missing,
  NO_STREAM,
  type StoredEvent,
  type StreamVersion,
} from '@perktree/event-store/port';
import { type DecidedFold, type DomainEvent, decode, type FoldableEvent } from './event-codec.ts';
import type { Fold } from './fold.ts';
import type { Freshness, LogMark } from './freshness.ts';
import { NO_COMMANDS, type Snapshot } from './snapshots/snapshot.ts';
import type { Snapshots } from './snapshots/snapshots.ts';

/** Events by which a stream grows from one snapshot to the next: reading and folding them takes about 30 ms. */
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

type Shown = Pick<FoldableEvent<unknown>, 'revision'> & { readonly eventId: string | undefined };
const NOTHING: Shown = { revision: NO_STREAM, eventId: undefined };

/**
 * The state of one stream in memory, and the moment up to which it is known to be complete. It is complete if no header of a
 * later event has come when the store has been asked. Concurrent callers share reads: any number of them costs at most two.
 * The state is valid only while the store still has its last event, so each read starts at that event and each append
 * names it.
 */
export class StreamState<State, Event extends DomainEvent> {
  private folded: State;
  private foldedRevision = NO_STREAM;
  private foldedEventId: string | undefined;
  private foldedBytes = 0;
  /** The state includes everything stored before this moment; 0: it was never read. */
  private currentAsOf = 0;
  /** The last event of which a header has come, or that is not newer than all headers; null: later ones may have been missed. */
  private shown: Shown | null = null;
  private reading: Promise<void> | null = null;
  /** First revision of each command: finds what a repeated command appended. */
  private commands = NO_COMMANDS;
  /** Of the last snapshot taken or loaded. */
  private snapshotRevision = NO_STREAM;

  constructor(
    private readonly store: EventStore,
    readonly stream: string,
    private readonly fold: Fold<State, Event>,
    private readonly freshness: Freshness,
    private readonly onHistoryChanged: () => void,
    /** Whether headers of the stream come: while the state is in the cache. */
    private hears: boolean,
    private readonly snapshots?: Snapshots,
  ) {
    this.folded = fold.initialState;
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

  get version(): StreamVersion {
    return { stream: this.stream, revision: this.foldedRevision, eventId: this.foldedEventId };
  }

  /** Whether the state is that of the version, and no other event is known. */
  isAt({ revision, eventId }: Pick<StreamVersion, 'revision' | 'eventId'>): boolean {
    return this.foldedRevision === revision && this.foldedEventId === eventId && !this.isOutdated;
  }

  /** Whether the state includes everything stored before the moment, and what this process has appended since. */
  isCurrentSince(moment: number): boolean {
    if (this.isOutdated || this.currentAsOf === 0) return false;
    if (this.currentAsOf >= moment) return true;
    return this.isHeard && this.shown?.eventId === this.foldedEventId && this.freshness.heardAsOf >= moment;
  }

  private get isHeard(): boolean {
    return this.hears && this.shown !== null;
  }

  private get isOutdated(): boolean {
    const { revision, eventId } = this.shown ?? NOTHING;
    if (revision === this.foldedRevision) return revision !== NO_STREAM && eventId !== this.foldedEventId;
    return revision > this.foldedRevision;
  }

  /** Makes the state current since a moment: by headers, or where they show an event that it lacks, by reading the stream. */
  async catchUp(moment: number): Promise<void> {
    const isEnoughToAsk = this.isHeard && this.currentAsOf > 0 && !this.isOutdated;
    if (isEnoughToAsk && !this.isCurrentSince(moment)) await this.freshness.confirm(moment);
    while (!this.isCurrentSince(moment)) {
      this.reading ??= this.read();
      await this.reading;
    }
  }

  /** The stream has this event. */
  heard(header: Shown): void {
    if (this.shown === null || header.revision >= this.shown.revision) this.shown = header;
  }

  /** Headers may have been missed: until the next read or header the state is only known to be as it was. */
  distrust(): void {
    this.shown = null;
  }

  /** The state has left the cache: headers come no more. */
  stopHearing(): void {
    this.hears = false;
  }

  /** Folds what an append has found missing after a version. */
  take({ revision, eventId, events }: Omit<Missing, 'stream'>, beforeAppend: LogMark): void {
    const last = events?.at(-1);
    if (last && last.revision < this.foldedRevision) return;
    const standing = [{ revision, eventId }, ...(events ?? [])].find((each) => each.revision === this.foldedRevision);
    if (!events || !last || standing === undefined || standing.eventId !== this.foldedEventId) {
      this.heard({ revision: this.foldedRevision + 1, eventId: undefined });
      return;
    }
    this.foldAnswer(events, beforeAppend);
  }

  /**
   * Folds an event that another process has stored, if it comes directly after the state. An event before it could have been
   * lost where events of others were missed since the state was last compared with the store.
   */
  offer(event: StoredEvent): void {
    const { revision, eventId } = event;
    if (this.currentAsOf === 0 || revision < this.foldedRevision || eventId === this.foldedEventId) return;
    const isNext = revision === this.foldedRevision + 1 && !this.isOutdated;
    if (isNext && this.currentAsOf > this.freshness.missedAt)
      this.applyEvents([decode<Event>(event)], this.currentAsOf);
    else this.heard({ revision, eventId: undefined });
  }

  private read(): Promise<void> {
    const before = this.freshness.mark();
    this.shown = null;
    return this.readNewEvents()
      .then((stored) => this.foldAnswer(stored, before))
      .finally(() => {
        this.reading = null;
      });
  }

  /**
   * Folds events that the store has answered.
   * @param before the moment before the answer: it does not make up for headers that were missed since
   */
  private foldAnswer(stored: readonly StoredEvent[], before: LogMark): void {
    const last = stored.at(-1);
    // A newer event may be lost before a header of it comes. What was heard meanwhile may be newer.
    if (this.freshness.losses === before.losses) this.heard(last && last.position <= before.position ? last : NOTHING);
    this.applyEvents(stored.filter(({ revision }) => revision > this.foldedRevision).map(decode<Event>), before.moment);
  }

  /** The last folded event and all later ones. If the store has lost that event, start over from revision 0. */
  private async readNewEvents(): Promise<readonly StoredEvent[]> {
    const last = this.foldedEventId;
    if (last === undefined) return this.readFirst();
    const stored = await this.store.readStream(this.stream, this.foldedRevision);
    // A concurrent append of this process may have folded more; it has named the same event.
    if (stored[0]?.eventId === last) return stored;
    this.forget();
    return this.store.readStream(this.stream, 0);
  }

  /** Starts from the snapshot if the store still has its event; otherwise reads the whole stream. */
  private async readFirst(): Promise<readonly StoredEvent[]> {
    const { snapshots, fold, stream } = this;
    const { snapshots: states } = fold;
    const snapshot = states && (await snapshots?.load({ stream, states }));
    if (!snapshot) return this.store.readStream(stream, 0);
    const stored = await this.store.readStream(stream, snapshot.revision);
    if (stored[0]?.eventId !== snapshot.eventId) return this.store.readStream(stream, 0);
    if (this.foldedRevision < snapshot.revision) this.restore(snapshot);
    return stored;
  }

  private restore(snapshot: Omit<Snapshot<State>, 'eventId'> & { readonly eventId: string | undefined }): void {
    const { state, revision, eventId, commands } = snapshot;
    this.folded = state;
    this.foldedRevision = revision;
    this.foldedEventId = eventId;
    this.commands = commands;
    this.snapshotRevision = revision;
    this.foldedBytes = (revision + 1) * EVENT_BYTES;
  }

  private offerSnapshot(): void {
    const { snapshots, stream } = this;
    const { snapshots: states } = this.fold;
    if (!snapshots || !states || this.foldedRevision - this.snapshotRevision < EVENTS_PER_SNAPSHOT) return;
    snapshots.offer({ stream, states, takeSnapshot: () => this.takeSnapshot(), restore: (each) => this.restore(each) });
  }

  private takeSnapshot(): Snapshot<State> | null {
    const { folded: state, foldedRevision: revision, foldedEventId: eventId, commands } = this;
    if (eventId === undefined) return null;
    this.snapshotRevision = revision;
    return { state, revision, eventId, commands };
  }

  /** Drops the state: the store has lost events that it was folded from. */
  forget(): void {
    const { initialState: state } = this.fold;
    this.restore({ state, revision: NO_STREAM, eventId: undefined, commands: NO_COMMANDS });
    this.currentAsOf = 0;
    this.shown = null;
    this.onHistoryChanged();
  }

  /**
   * Folds stored events and skips those already folded.
   * @param asOf moment before which no further events were stored
   */
  private applyEvents(events: readonly FoldableEvent<Event>[], asOf: number): void {
    for (const each of events) {
      if (each.revision <= this.foldedRevision) continue;
      if (each.revision > this.foldedRevision + 1)
        throw new Error(`${this.stream}: revision ${each.revision} came after ${this.foldedRevision}`);
      this.folded = this.fold.evolve(this.folded, each.event, each.recordedAt, each.by);
      this.moveTo(each);
    }
    this.offerSnapshot();
    this.becameCurrent(asOf);
  }

  /**
   * Folds events that this process has decided and appended. Their state is known unless a read has folded others meanwhile.
   * @param asOf moment before the append
   */
  foldDecided({ events, before, after }: DecidedFold<State, Event>, asOf: number): void {
    const isUnchanged = this.folded === before && events[0]?.revision === this.foldedRevision + 1;
    if (isUnchanged) {
      this.folded = after;
      for (const each of events) this.moveTo(each);
      this.offerSnapshot();
      this.becameCurrent(asOf);
    } else this.applyEvents(events, asOf);
  }

  private moveTo({ revision, eventId, commandId, event }: FoldableEvent<Event>): void {
    this.foldedRevision = revision;
    this.foldedBytes += this.fold.bytesOf?.(event) ?? roughBytesOf(event);
    this.foldedEventId = eventId;
    if (!this.hasCommand(commandId)) this.commands = this.commands.with(commandId, revision);
  }

  /** Nothing else was stored before the moment. */
  becameCurrent(asOf: number): void {
    this.currentAsOf = Math.max(this.currentAsOf, asOf);
  }

  /** Whether a folded event belongs to the command. */
  hasCommand(commandId: string): boolean {
    return this.commands.get(commandId) !== undefined;
  }

  async appendedBy(commandId: string): Promise<{ events: readonly Event[]; position: bigint } | null> {
    const first = this.commands.get(commandId);
    if (first === undefined) return null;
    const stored = await this.store.readStream(this.stream, first);
    const events = stored
      .map((each) => ({ ...decode<Event>(each), position: each.position }))
      .filter((each) => each.commandId === commandId);
    const last = events.at(-1);
    if (last === undefined) {
      this.forget();
      return null;
    }
    return { events: events.map(({ event }) => event), position: last.position };
  }
}
