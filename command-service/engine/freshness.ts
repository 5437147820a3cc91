import type { EventHeader, EventStore, HeadEvent } from '@perktree/event-store/port';

/** A moment, and what was known of the log at it. */
export interface LogMark {
  /** On the logical clock of the process. */
  readonly moment: number;
  /** Position up to which headers had come. The next question finds out whether the store still has that event. */
  readonly position: bigint;
  /** How often track of the log had been lost. */
  readonly losses: number;
}

/**
 * Knows which cached states are out of date: each answer of the store brings the headers of all events since the last one. One
 * question is under way at a time, so that no answer of a lost history comes after one of the present history.
 */
export class Freshness {
  private moments = 0;
  private head: HeadEvent | null = null;
  private underWay: Promise<void> | null = null;
  /** Headers of everything that was stored before this moment have come. */
  heardAsOf = 0;
  losses = 0;
  /** The last moment at which events of others were missed that answers of appends should have brought. */
  missedAt = 0;

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

  missed(): void {
    this.missedAt = this.moment();
  }

  mark(): LogMark {
    return { moment: this.moment(), position: this.head?.position ?? -1n, losses: this.losses };
  }

  /** Resolves when headers of everything stored before a moment have come. All callers of the moment share a question. */
  async confirm(moment: number): Promise<void> {
    // A question that was under way before may have missed the last events.
    while (this.heardAsOf < moment) {
      this.underWay ??= this.update().finally(() => {
        this.underWay = null;
      });
      await this.underWay;
    }
  }

  private async update(): Promise<void> {
    const asOf = this.moment();
    const { head, headers } = await this.store.news(this.head);
    if (headers === null) {
      this.losses += 1;
      this.listener.lostTrack();
    } else for (const header of headers) this.listener.heard(header);
    this.head = head;
    this.heardAsOf = asOf;
  }
}
