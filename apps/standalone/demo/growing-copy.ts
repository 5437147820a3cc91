import { OrderedAppender } from '@perktree/event-store/migrate-events/ordered-appender';
import type { AppendInOrder } from '@perktree/event-store/migrate-events/ordered-target';
import type { EventStore } from '@perktree/event-store/port';

const BATCH_SIZE = 500;

/** Copies the events of a store to an empty one while more are added, so that generating and storing overlap. */
export class GrowingCopy {
  private position = 0n;
  private events = 0;
  private underWay = Promise.resolve();
  private readonly appender: OrderedAppender;

  constructor(
    private readonly from: Pick<EventStore, 'readAll'>,
    appendInOrder: AppendInOrder,
  ) {
    this.appender = new OrderedAppender(appendInOrder, (count) => {
      this.events += count;
    });
  }

  /** Starts copying the added events. First waits for the previous copy, which bounds the number of events not stored yet. */
  async advance(): Promise<void> {
    await this.underWay;
    this.underWay = this.copyRest();
    // Avoid an unhandled rejection; the next call rethrows.
    this.underWay.catch(() => {});
  }

  /** Copies the rest. @returns the number of events */
  async finish(): Promise<number> {
    await this.advance();
    await this.underWay;
    await this.appender.flush();
    return this.events;
  }

  private async copyRest(): Promise<void> {
    for (;;) {
      const batch = await this.from.readAll(this.position, BATCH_SIZE);
      for (const event of batch) await this.appender.add(event);
      const last = batch.at(-1);
      if (last === undefined) return;
      this.position = last.position;
    }
  }
}
