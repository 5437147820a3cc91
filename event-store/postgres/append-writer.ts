import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type pg from 'pg';
import { type Appended, OutcomeUnknown, ServerReplaced, type StoredEvent, StoreUnavailable } from '../port.ts';
import { type AppendAnswer, takeBatch } from './append-batch.ts';
import type { GivenAppend, InlineProjector } from './append-next.ts';
import { BatchSender, type QueuedAppend, type Result } from './batch-sender.ts';
import { ServerLife } from './server-life.ts';

interface WaitingAppend extends GivenAppend, QueuedAppend {
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** After this many consecutive failures to write rows inline, this process pauses it. */
const MAX_INLINE_FAILURES = 3;
const INLINE_PAUSE_MS = 1_000;
/** Longest queue; further appends are refused. */
const MAX_WAITING = 10_000;

/**
 * How long a batch waits until the rows of events that this process appended without rows are written: before that, the next
 * inline write would fail. If the rows are more than `MAX_BEHIND` events behind, it does not wait.
 */
const MAX_FOLLOW_MS = 250;
const FOLLOW_EVERY_MS = 2;
const MAX_BEHIND = 2_000n;

/**
 * Group commit: appends that queue up during a batch share the next one. One batch is under way at a time: a second one would
 * wait for the same lock, and two smaller batches cost more than one.
 */
export class AppendWriter {
  private readonly queue: WaitingAppend[] = [];
  private sending: Promise<void> | null = null;
  private closed = false;
  private inline: InlineProjector | null = null;
  /** Consecutive batches that could not be written together with their rows. */
  private inlineFailures = 0;
  /** When inline writes may be tried again, `timers.monotonic()`. */
  private inlineFrom = 0;
  /** The last position that was appended without rows. */
  private lastWithoutRows = 0n;
  private readonly sender: BatchSender;
  private onOthers: (events: readonly StoredEvent[] | null) => void = () => {};

  constructor(
    pool: pg.Pool,
    /** Called with the last position of each batch. */
    private readonly onCommitted: (head: bigint) => void,
    private readonly onBatch: (appends: number) => void = () => {},
    private readonly timers: Timers = systemTimers,
    private readonly server: ServerLife = new ServerLife(timers),
  ) {
    this.sender = new BatchSender(pool, server, timers, (events) => this.onOthers(events));
  }

  followOthers(listener: (events: readonly StoredEvent[] | null) => void): void {
    this.onOthers = listener;
  }

  /** Writes rows together with events from now on; null stops it. */
  projectInline(inline: InlineProjector | null): void {
    this.inline = inline;
    this.inlineFrom = 0;
  }

  append(append: Omit<GivenAppend, 'since'> & Pick<WaitingAppend, 'readAt'>): Promise<Appended> {
    if (this.closed) return Promise.reject(new StoreUnavailable('The event store is closed'));
    if (this.queue.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable(`${MAX_WAITING} appends wait for the event store`));
    }
    return new Promise((resolve, reject) => {
      this.queue.push({ since: this.timers.now(), resolve, reject, ...append });
      this.sending ??= this.sendAll();
    });
  }

  /** Refuses further appends, and resolves when all accepted ones are answered. */
  async close(): Promise<void> {
    this.closed = true;
    await this.sending;
  }

  /** Sends after the callbacks of this turn of the event loop, so that concurrent requests share a batch. */
  private async sendAll(): Promise<void> {
    do {
      await new Promise(setImmediate);
      await this.settle(takeBatch(this.queue));
    } while (this.queue.length > 0);
    // In the same step as the comparison, so that no append is queued in between.
    this.sending = null;
  }

  private async settle(batch: readonly WaitingAppend[]): Promise<void> {
    try {
      const together = await this.sendTogether(batch);
      const answers = together ?? (await this.sender.sendUntilAnswered(batch));
      this.onBatch(batch.length);
      if (answers.includes('decided elsewhere')) this.server.replacementReported();
      batch.forEach((append, index) => {
        answer(append, answers[index] as Result);
      });
      const positions = answers.flatMap((each) => (isAccepted(each) ? each.position : []));
      const head = positions.reduce((highest, each) => (each > highest ? each : highest), 0n);
      if (together === null && head > this.lastWithoutRows) this.lastWithoutRows = head;
      if (head > 0n) this.onCommitted(head);
    } catch (error) {
      if (batch.length === 1 || error instanceof OutcomeUnknown || error instanceof StoreUnavailable) {
        for (const { reject } of batch) reject(error as Error);
      } else {
        // One append failed the whole batch: retry each alone.
        for (const append of batch) await this.settle([append]);
      }
    }
  }

  /** Writes events and rows in one transaction. Null: the batch is still to be sent, without rows. */
  private async sendTogether(batch: readonly WaitingAppend[]): Promise<readonly Result[] | null> {
    const { inline } = this;
    if (inline === null || this.timers.monotonic() < this.inlineFrom) return null;
    if (!(await this.isFollowed(inline))) {
      // Reset it, and set it again with the next batch: the server may have lost events.
      this.lastWithoutRows = 0n;
      this.inlineFrom = this.timers.monotonic() + INLINE_PAUSE_MS;
      return null;
    }
    let answers: readonly Result[] | null = null;
    const client = await this.sender.connect().catch(() => null);
    if (client === null) return null;
    try {
      const isElsewhere = batch.some(({ readAt }) => this.server.isReplacedSince(readAt));
      answers = isElsewhere ? null : await inline.write(client, batch);
      client.release();
    } catch (error) {
      // Sending the batch again finds out whether it has happened.
      client.release(error as Error);
    }
    this.inlineFailures = answers === null ? this.inlineFailures + 1 : 0;
    if (this.inlineFailures >= MAX_INLINE_FAILURES) this.inlineFrom = this.timers.monotonic() + INLINE_PAUSE_MS;
    return answers;
  }

  /** Waits until the rows of all events that were appended without rows are written. @returns false if that takes too long */
  private async isFollowed(inline: InlineProjector): Promise<boolean> {
    const until = this.timers.monotonic() + MAX_FOLLOW_MS;
    for (;;) {
      const behind = this.lastWithoutRows - (await inline.reached());
      if (behind <= 0n) return true;
      if (behind > MAX_BEHIND || this.timers.monotonic() > until) return false;
      await this.timers.sleep(FOLLOW_EVERY_MS);
    }
  }
}

const isAccepted = (result: Result): result is Extract<AppendAnswer, { accepted: true }> =>
  result !== 'decided elsewhere' && result.accepted;

function answer({ resolve, reject }: WaitingAppend, result: Result): void {
  if (result === 'decided elsewhere') {
    reject(new ServerReplaced('The database server was replaced or restarted while a command was decided'));
  } else if (result.accepted) resolve({ revision: result.revision, position: result.position });
  else reject(result.conflict);
}
