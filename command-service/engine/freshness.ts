import type { EventHeader, EventStore, HeadEvent } from '@perktree/event-store/port';

/** A question to the store, what was stored before a moment. All that a command loads shares it. */
export interface Refresh {
  /** The moment, on the logical clock of this process. */
  readonly asOf: number;
  /** Asks, unless it has been asked. Resolves once all states have heard what was stored before the moment. */
  done(): Promise<void>;
}

/**
 * Knows which cached states are out of date: each answer of the store brings the headers of all events since the last one. One
 * question is under way at a time, so that no answer of a lost history comes after one of the present history.
 */
export class Freshness {
  private moments = 0;
  private head: HeadEvent | null = null;
  private underWay: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  constructor(
    private readonly store: Pick<EventStore, 'news'>,
    private readonly listener: {
      readonly heard: (header: EventHeader) => void;
      /** Events may have been stored, or lost, without a header that tells. */
      readonly lostTrack: () => void;
    },
  ) {}

  /** The next moment of the logical clock, which orders reads and appends against the commands that wait for them. */
  moment(): number {
    this.moments += 1;
    return this.moments;
  }

  /** Position up to which headers have come. The next question finds out whether the store still has that event. */
  get position(): bigint {
    return this.head?.position ?? -1n;
  }

  /** What was stored before now. */
  refresh(): Refresh {
    let answer: Promise<void> | undefined;
    const done = () => {
      answer ??= this.ask();
      return answer;
    };
    return { asOf: this.moment(), done };
  }

  /** Callers that come while a question is under way share the next one. */
  private ask(): Promise<void> {
    if (this.underWay === null) {
      this.underWay = this.update().finally(() => {
        this.underWay = null;
      });
      return this.underWay;
    }
    this.next ??= this.underWay
      .catch(() => {})
      .then(() => {
        this.next = null;
        return this.ask();
      });
    return this.next;
  }

  private async update(): Promise<void> {
    const { head, headers } = await this.store.news(this.head);
    if (headers === null) this.listener.lostTrack();
    else for (const header of headers) this.listener.heard(header);
    this.head = head;
  }
}
