import type { EventStore, StoredEvent } from '../port.ts';
import { type ClockMark, type ClockMarks, MARK_EVERY } from './clock-marks.ts';

/** The clock at the beginning of a store, and of its events before the first one with a command clock. */
const BEGINNING = { position: 0n, at: '1970-01-01T00:00:00.000Z', sinceMark: 0 } as const satisfies Running;
const PAGE = 1_000;
/** Most cached clocks of read ends: a reader that continues from one needs no query. */
const MAX_KNOWN = 256;

/** The clock after a position, and how many events lie between it and the mark before. */
export interface Running extends ClockMark {
  readonly sinceMark: number;
}

/** An event with the time that it counts at in months, statements, balances and statistics. */
export interface OrderedEvent extends StoredEvent {
  /**
   * The newest command clock (`recordedAt`) among this event and all stored before it: ISO 8601 UTC with milliseconds. It
   * never decreases from one position to the next, even if the clocks of commands did.
   */
  readonly effectiveAt: string;
}

/**
 * Adds their effective times to consecutive events.
 * @param before the effective time of the event before the first one; absent: the first one is the store's first
 */
export function withEffectiveTimes(
  events: readonly StoredEvent[],
  before: string = BEGINNING.at,
): readonly OrderedEvent[] {
  let effectiveAt = before;
  return events.map((event) => {
    effectiveAt = latest(effectiveAt, clockOf(event));
    const { stream, revision, position, eventId, type, data, metadata } = event;
    return { stream, revision, position, eventId, type, data, metadata, effectiveAt };
  });
}

/**
 * Finds effective times in any store. They depend only on the events, so every process and every rebuild finds the same.
 * Marks cache the clock at some positions; finding it at any other one reads at most a few thousand events.
 */
export class EffectiveClock {
  private readonly known = new Map<bigint, Running>();
  private log: string | undefined;

  constructor(
    private readonly store: Pick<EventStore, 'readAll'>,
    private readonly marks: ClockMarks,
  ) {}

  /** The clock after the last event at or before a position. */
  async at(position: bigint): Promise<Running> {
    if (position <= 0n) return BEGINNING;
    const there = this.known.get(position);
    if (there) return there;
    const log = await this.nameOfLog();
    const mark = log === undefined ? null : await this.marks.upTo(log, position);
    return this.passOver(mark, (event) => event.position <= position);
  }

  /** The clock after more events. @param before the clock before the first of them */
  async after(before: Running, events: readonly StoredEvent[]): Promise<Running> {
    const last = events.at(-1);
    if (!last) return before;
    const at = events.reduce((clock, event) => latest(clock, clockOf(event)), before.at);
    let sinceMark = before.sinceMark + events.length;
    if (sinceMark >= MARK_EVERY) {
      const log = await this.nameOfLog();
      if (log !== undefined) await this.marks.add(log, { position: last.position, at });
      sinceMark = 0;
    }
    const next = { position: last.position, at, sinceMark };
    if (this.known.size >= MAX_KNOWN) this.known.delete(this.known.keys().next().value as bigint);
    this.known.set(next.position, next);
    return next;
  }

  /** Position of the last event that is effective before a moment (ISO 8601); 0n if none exists. */
  async positionBefore(moment: string): Promise<bigint> {
    const until = canonicalTime(moment);
    const log = await this.nameOfLog();
    const mark = log === undefined ? null : await this.marks.before(log, until);
    return (await this.passOver(mark, (_, clock) => clock < until)).position;
  }

  /** The clock after the consecutive wanted events that follow a mark. */
  private async passOver(
    mark: ClockMark | null,
    isWanted: (event: StoredEvent, clock: string) => boolean,
  ): Promise<Running> {
    for (let running: Running = mark ? { ...mark, sinceMark: 0 } : BEGINNING; ; ) {
      const page = await this.store.readAll(running.position, PAGE);
      let clock = running.at;
      const end = page.findIndex((event) => {
        clock = latest(clock, clockOf(event));
        return !isWanted(event, clock);
      });
      running = await this.after(running, end < 0 ? page : page.slice(0, end));
      if (end >= 0 || page.length < PAGE) return running;
    }
  }

  /** Names the log that marks belong to: in another log, the same positions hold other events. */
  private async nameOfLog(): Promise<string | undefined> {
    if (this.log !== undefined) return this.log;
    const [first] = await this.store.readAll(0n, 1);
    if (first) this.log = `${first.eventId}@${first.position}`;
    return this.log;
  }
}

const latest = (a: string, b: string) => (a < b ? b : a);

/** The time of an event's command; the epoch for an event without one. */
function clockOf({ metadata }: StoredEvent): string {
  const at = typeof metadata === 'object' && metadata !== null && 'recordedAt' in metadata ? metadata.recordedAt : null;
  return typeof at === 'string' ? canonicalTime(at) : BEGINNING.at;
}

const CANONICAL_LENGTH = BEGINNING.at.length;

/** Converts an ISO 8601 time to the form that sorts as text: UTC with milliseconds. */
function canonicalTime(time: string): string {
  if (time.length === CANONICAL_LENGTH && time.endsWith('Z')) return time;
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? BEGINNING.at : new Date(parsed).toISOString();
}
