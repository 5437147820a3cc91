/** The double's memory: one log, its streams, and the server's append rules. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly stream: string;
  readonly revision: number;
  /** Commit and prepare alike, in bytes. */
  readonly position: bigint;
}

export type NewLoggedEvent = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type Expected = number | 'no stream' | 'any' | 'stream exists';

export type AppendOutcome =
  | { readonly kind: 'appended' | 'idempotent'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'wrong expected version'; readonly actual: number }
  | { readonly kind: 'deleted' };

interface Stream {
  readonly events: LoggedEvent[];
  /** First revision that is still shown. */
  from: number;
  state: 'there' | 'soft deleted' | 'tombstone';
}

const empty = new Uint8Array();

export class EventLog {
  readonly events: LoggedEvent[] = [];
  private readonly streams = new Map<string, Stream>();
  private readonly listeners = new Set<() => void>();
  private end = 0n;
  /** Idempotency is best effort: a server may have forgotten earlier appends. */
  remembersIds = true;

  constructor() {
    // A server always has its own events, so no client event has position 0.
    this.appendSystemEvents(3);
  }

  append(name: string, expected: Expected, events: readonly NewLoggedEvent[]): AppendOutcome {
    const stream = this.streams.get(name);
    if (stream?.state === 'tombstone') return { kind: 'deleted' };
    const current = stream ? stream.events.length - 1 : -1;
    const gone = stream === undefined || stream.state === 'soft deleted';
    const wanted = expected === 'no stream' ? -1 : expected;
    if (typeof wanted === 'number' && wanted !== current && !(wanted === -1 && gone)) {
      const standing = this.remembersIds ? stream?.events.slice(wanted + 1, wanted + 1 + events.length) : undefined;
      const last = standing?.at(-1);
      if (last && standing?.length === events.length && standing.every(({ id }, n) => id === events[n]?.id)) {
        return { kind: 'idempotent', revision: last.revision, position: last.position };
      }
      return { kind: 'wrong expected version', actual: current };
    }
    if (expected === 'stream exists' && gone) return { kind: 'wrong expected version', actual: current };
    const last = this.write(name, events);
    return { kind: 'appended', revision: last?.revision ?? current, position: last?.position ?? this.end };
  }

  /** Null for an unknown stream. */
  readStream(name: string, from: number, count: number): readonly LoggedEvent[] | 'deleted' | null {
    const stream = this.streams.get(name);
    if (stream?.state === 'tombstone') return 'deleted';
    if (!stream || stream.state === 'soft deleted') return null;
    return stream.events.slice(Math.max(from, stream.from)).slice(0, count);
  }

  /** The newest event, for backward reads of one event. Null for an unknown stream. */
  readLast(name: string): readonly LoggedEvent[] | 'deleted' | null {
    const events = this.readStream(name, 0, Number.POSITIVE_INFINITY);
    return Array.isArray(events) ? events.slice(-1) : events;
  }

  /** Index of the first event at or after a position. @returns -1 for a place in the log where no event begins */
  indexOf(position: bigint): number {
    if (position === this.end) return this.events.length;
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return this.events[low]?.position === position ? low : -1;
  }

  appendSystemEvents(count: number): void {
    const event = (type: string) => ({
      id: crypto.randomUUID(),
      type,
      contentType: 'application/json',
      data: empty,
      metadata: empty,
    });
    // Some have a plain type, like those of the server's own projections.
    for (let n = 0; n < count; n++)
      this.write('$stats-127.0.0.1:2113', [event(n % 3 === 2 ? 'Result' : '$statsCollected')]);
  }

  remove(name: string, how: 'soft deleted' | 'tombstone'): void {
    const stream = this.streams.get(name);
    if (!stream) throw new Error(`no ${name}`);
    stream.state = how;
    stream.from = stream.events.length;
    if (how === 'tombstone') return;
    // A server hides events before the truncation number.
    const metadata = Buffer.from('{"$tb":9223372036854775807}');
    const id = crypto.randomUUID();
    this.write(`$$${name}`, [
      { id, type: '$metadata', contentType: 'application/json', data: metadata, metadata: empty },
    ]);
  }

  truncate(name: string, before: number): void {
    const stream = this.streams.get(name);
    if (stream) stream.from = before;
  }

  /** @returns a function that removes the listener */
  onAppended(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private write(name: string, events: readonly NewLoggedEvent[]): LoggedEvent | undefined {
    const stream = this.streams.get(name) ?? { events: [], from: 0, state: 'there' };
    this.streams.set(name, stream);
    stream.state = 'there';
    for (const event of events) {
      const logged = { ...event, stream: name, revision: stream.events.length, position: this.end };
      stream.events.push(logged);
      this.events.push(logged);
      // Header and names around the payload, as a server's record has them.
      this.end += BigInt(event.data.length + event.metadata.length + name.length + event.type.length + 83);
    }
    for (const listener of [...this.listeners]) listener();
    return stream.events.at(-1);
  }
}
