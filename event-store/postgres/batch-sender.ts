import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type pg from 'pg';
import { hasWaitedTooLong } from '../longest-wait.ts';
import { type HeadEvent, OutcomeUnknown, type StoredEvent } from '../port.ts';
import { type AppendAnswer, type PendingAppend, sendBatch } from './append-batch.ts';
import { classify, type Failure, unavailable } from './failures.ts';
import type { ServerLife } from './server-life.ts';

export interface QueuedAppend extends PendingAppend {
  /** Start of the reads that the decision is based on, `timers.now()`. */
  readonly readAt?: number | undefined;
  /** When it was queued, `timers.now()`. */
  readonly since: number;
}

/** `decided elsewhere`: not appended, because the decision is based on reads of another server. */
export type Result = AppendAnswer | 'decided elsewhere';

type Attempt =
  | { readonly results: readonly Result[] }
  | { readonly error: Error; readonly failure: Failure | 'not sent' | 'too late' };

/** An id that no event has: an append that names it as seen is refused. */
const NO_EVENT = '00000000-0000-0000-0000-000000000000';
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1_000;
/** How long a batch with an unknown outcome is retried. */
const SETTLE_MS = 10_000;
/** How long a batch that was not sent is retried. */
const REACH_MS = 2_000;

/** Sends batches of appends, without rows, over connections to one server. */
export class BatchSender {
  /** An event up to which `onOthers` was told everything. */
  private known: HeadEvent | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly server: ServerLife,
    private readonly timers: Timers = systemTimers,
    /** Called with what others have stored since the last call; null: it is not known. */
    private readonly onOthers: (events: readonly StoredEvent[] | null) => void = () => {},
  ) {}

  /**
   * Retries with exponential backoff. That is safe: events that were appended before are recognised by their ids.
   * @throws OutcomeUnknown, StoreUnavailable, and the server's error if it refuses the batch
   */
  async sendUntilAnswered(batch: readonly QueuedAppend[]): Promise<readonly Result[]> {
    const started = this.timers.monotonic();
    let mayHaveHappened = false;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const attempt = await this.send(batch);
      if ('results' in attempt) return attempt.results;
      const { error, failure } = attempt;
      if (failure === 'refused') throw error;
      if (failure === 'no answer') mayHaveHappened = true;
      const triedMs = this.timers.monotonic() - started;
      if (failure === 'too late' || triedMs > (mayHaveHappened ? SETTLE_MS : REACH_MS)) {
        if (!mayHaveHappened) throw unavailable(error);
        throw new OutcomeUnknown(`No answer to an append: ${error.message}`, { cause: error });
      }
      // With jitter, so that processes that lost the same server do not retry together.
      await this.timers.sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  /** A connection whose server is known (server-life.ts). */
  async connect(): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    try {
      await this.server.noteConnection(client);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  private async send(batch: readonly QueuedAppend[]): Promise<Attempt> {
    let client: pg.PoolClient;
    try {
      client = await this.connect();
    } catch (error) {
      return { error: error as Error, failure: 'not sent' };
    }
    if (hasWaitedTooLong(batch, this.timers)) {
      client.release();
      return { error: new Error('it has waited for too long'), failure: 'too late' };
    }
    try {
      const elsewhere = batch.map(({ readAt }) => this.server.isReplacedSince(readAt));
      // Sent although it will be refused: if it was stored before and its answer was lost, its ids are recognised.
      const sent = batch.map((append, n) => (elsewhere[n] ? { ...append, seen: NO_EVENT } : append));
      const { answers, others, head } = await sendBatch(client, sent, this.known);
      client.release();
      if (others === null || others.length > 0) this.onOthers(others);
      // Events that a repeated append has stored before may lie further back.
      if (others === null || head === null || head.position > (this.known?.position ?? 0n)) this.known = head;
      return { results: answers.map((one, n) => (!one.accepted && elsewhere[n] ? 'decided elsewhere' : one)) };
    } catch (error) {
      // A connection that failed is not used again.
      client.release(error as Error);
      return { error: error as Error, failure: classify(error) };
    }
  }
}
