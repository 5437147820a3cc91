import { NO_STREAM } from '@perktree/event-store/port';
import type { GivenAppend, HeadEvent, SeenByProcess } from '@perktree/event-store/postgres/append-next';

/** Most batches whose last events are cached. */
const MOST_HEADS = 256;
/** Most streams with a cached last revision: more than the process caches states. */
const MOST_STREAMS = 50_000;

/** A process's view of the log: its head, and the events that the process itself has appended. */
export class SeenHistory implements SeenByProcess {
  taken = 0;
  private newest: HeadEvent | null = null;
  /** The newest events that `head` has been, by their positions. */
  private readonly heads = new Map<bigint, string | null>();
  /** The last revision of each stream that was appended to. */
  private readonly appended = new Map<string, number>();

  /** @param settled resolves when the current batch is written or has failed */
  constructor(private readonly settled: () => Promise<unknown>) {}

  /** The last event that all read models have seen; null: unknown. */
  get head(): HeadEvent | null {
    return this.newest;
  }

  /** Records a batch that another process appended, or whose rows were not written with it. */
  took(head: HeadEvent | null): void {
    this.taken += 1;
    this.moveTo(head);
  }

  /** Records appends of this process that were written after the head, in one transaction with their rows. */
  wrote(appends: readonly GivenAppend[], head: HeadEvent): void {
    if (this.appended.size >= MOST_STREAMS) {
      this.taken += 1;
      this.appended.clear();
    }
    for (const { stream, expectedRevision, events } of appends) {
      this.appended.set(stream, expectedRevision + events.length);
    }
    this.moveTo(head);
  }

  moveTo(head: HeadEvent | null): void {
    this.newest = head;
    if (head === null) return;
    this.heads.set(head.position, head.eventId);
    if (this.heads.size > MOST_HEADS) this.heads.delete(this.heads.keys().next().value as bigint);
  }

  appendedTo(stream: string): number {
    return this.appended.get(stream) ?? NO_STREAM;
  }

  async hasBeenHead({ position, eventId }: HeadEvent): Promise<boolean> {
    // The current batch may end with this event.
    if (this.heads.get(position) !== eventId) await this.settled();
    return this.heads.get(position) === eventId;
  }
}
