import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type Appended,
  HistoryChanged,
  OutcomeUnknown,
  RevisionConflict,
  ServerReplaced,
  StoreUnavailable,
} from '../port.ts';
import { type Answer, takeBatch } from './append-batch.ts';
import type { GivenAppend, InlineProjector } from './append-next.ts';
import { BatchSender, type QueuedAppend, type Result } from './batch-sender.ts';
import { ServerLife } from './server-life.ts';

interface WaitingAppend extends GivenAppend, QueuedAppend {
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** One is on its way while the other one commits. */
export const BATCHES_IN_FLIGHT = 2;
/** Consecutive lost guards after which this process stops to write rows inline for a while. */
const MOST_LOST = 3;
const ALONE_MS = 1_000;
/** Longest queue; further appends are refused. */
const MAX_WAITING = 10_000;

/**
 * How long a batch waits for the rows of what this process has appended without them: until they are written, the next
 * write with rows would fail. With more events than these behind, it does not wait.
 */
const LONGEST_FOLLOW_MS = 250;
const FOLLOW_EVERY_MS = 2;
const MOST_BEHIND = 2_000n;

/** Group commit: appends that queue up during a batch share the next one. */
export class AppendWriter {
  private readonly queue: WaitingAppend[] = [];
  private inFlight = 0;
  private scheduled = false;
  private closed = false;
  private idle: (() => void) | undefined;
  private inline: InlineProjector | null = null;
  /** Batches in a row that could not be written together with what follows from them. */
  private lost = 0;
  private togetherFrom = 0;
  /** The last position that was appended without rows. */
  private alone = 0n;
  private readonly sender: BatchSender;

  constructor(
    pool: pg.Pool,
    /** Called with the last position of each batch, and whether its rows are written, too. */
    private readonly onCommitted: (head: bigint, isFollowed: boolean) => void,
    private readonly onBatch: (appends: number) => void = () => {},
    private readonly server: ServerLife = new ServerLife(),
  ) {
    this.sender = new BatchSender(pool, server);
  }

  /** Writes rows together with events from now on; null stops it. */
  projectInline(inline: InlineProjector | null): void {
    this.inline = inline;
    this.togetherFrom = 0;
  }

  append(append: GivenAppend & Pick<WaitingAppend, 'readAt'>): Promise<Appended> {
    if (this.closed) return Promise.reject(new StoreUnavailable('The event store is closed'));
    if (this.queue.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable(`${MAX_WAITING} appends wait for the event store`));
    }
    return new Promise((resolve, reject) => {
      this.queue.push({ since: Date.now(), resolve, reject, ...append });
      this.schedule();
    });
  }

  /** Resolves when everything accepted so far is answered. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.inFlight === 0 && this.queue.length === 0) return;
    await new Promise<void>((resolve) => {
      this.idle = resolve;
    });
  }

  /** After the callbacks of this event loop turn, so that concurrent requests share a batch. */
  private schedule(): void {
    if (this.scheduled || this.inFlight >= this.mostInFlight) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.sendNext();
    });
  }

  private sendNext(): void {
    if (this.queue.length === 0 || this.inFlight >= this.mostInFlight) return;
    this.inFlight++;
    void this.settle(takeBatch(this.queue)).finally(() => {
      this.inFlight--;
      if (this.queue.length > 0) this.schedule();
      else if (this.inFlight === 0) this.idle?.();
    });
    if (this.queue.length > 0) this.schedule();
  }

  /** With rows in them, one batch begins where the one before has ended. */
  private get mostInFlight(): number {
    return this.inline === null ? BATCHES_IN_FLIGHT : 1;
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
      if (together === null && head > this.alone) this.alone = head;
      if (head > 0n) this.onCommitted(head, together !== null);
    } catch (error) {
      if (batch.length === 1 || error instanceof OutcomeUnknown || error instanceof StoreUnavailable) {
        for (const { reject } of batch) reject(error as Error);
      } else {
        // One append failed the whole batch: retry each alone.
        for (const append of batch) await this.settle([append]);
      }
    }
  }

  /** Null: it is still to be sent, alone. */
  private async sendTogether(batch: readonly WaitingAppend[]): Promise<readonly Result[] | null> {
    const { inline } = this;
    if (inline === null || performance.now() < this.togetherFrom) return null;
    if (!(await this.isFollowed(inline))) {
      // Learned again from the next batch: events may have been lost beneath this process.
      this.alone = 0n;
      this.togetherFrom = performance.now() + ALONE_MS;
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
      // Whether it has happened is found out by sending it again.
      client.release(error as Error);
    }
    this.lost = answers === null ? this.lost + 1 : 0;
    if (this.lost >= MOST_LOST) this.togetherFrom = performance.now() + ALONE_MS;
    return answers;
  }

  /** Whether all that was appended without rows has them by now, or will soon. */
  private async isFollowed(inline: InlineProjector): Promise<boolean> {
    const until = performance.now() + LONGEST_FOLLOW_MS;
    for (;;) {
      const behind = this.alone - (await inline.reached());
      if (behind <= 0n) return true;
      if (behind > MOST_BEHIND || performance.now() > until) return false;
      await sleep(FOLLOW_EVERY_MS);
    }
  }
}

const isAccepted = (result: Result): result is Extract<Answer, { accepted: true }> =>
  result !== 'decided elsewhere' && result.accepted;

function answer({ stream, expectedRevision, resolve, reject }: WaitingAppend, result: Result): void {
  if (result === 'decided elsewhere') {
    reject(new ServerReplaced('The database server was replaced or restarted while a command was decided'));
  } else if (result.accepted) resolve({ revision: result.revision, position: result.position });
  else if (result.isChanged) reject(new HistoryChanged(stream));
  else reject(new RevisionConflict(stream, expectedRevision, result.revision));
}
