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
import { type Answer, type PendingAppend, sendBatch, takeBatch } from './append-batch.ts';
import { classify, type Failure, unavailable } from './failures.ts';
import { ServerLife } from './server-life.ts';

interface WaitingAppend extends PendingAppend {
  /** When what was decided on began to be read, as `Date.now()` has it. */
  readonly readAt?: number | undefined;
  /** When it came, as `Date.now()` has it. */
  readonly since: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** Not appended, since it was decided on what another server said. */
type Given = Answer | 'decided elsewhere';

type Attempt =
  | { readonly answers: readonly Given[] }
  | { readonly error: Error; readonly failure: Failure | 'not sent' | 'too late' };

/** The id of no event: an append that names it as seen is refused. */
const NO_EVENT = '00000000-0000-0000-0000-000000000000';
/** One is on its way while the other one commits. */
export const BATCHES_IN_FLIGHT = 2;
/** Beyond that the callers are told to slow down. */
const MAX_WAITING = 10_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;
/** How long a batch whose outcome is unknown is sent again. */
const SETTLE_MS = 10_000;
/** How long a batch that never left is tried. */
const REACH_MS = 2_000;
/**
 * Where it takes longer until an append can be sent, this process has stood still, or there are more than the database
 * can take. Its caller holds the time in it for the time at which it is stored (command-service/command-age.ts).
 */
const LONGEST_WAIT_MS = 20_000;

/** Appends of concurrent callers share a commit: what has queued up while a batch was under way goes in the next. */
export class AppendWriter {
  private readonly queue: WaitingAppend[] = [];
  private inFlight = 0;
  private scheduled = false;
  private closed = false;
  private idle: (() => void) | undefined;

  constructor(
    private readonly pool: pg.Pool,
    /** Told the position of the last event of each batch. */
    private readonly onCommitted: (head: bigint) => void,
    private readonly onBatch: (appends: number) => void = () => {},
    private readonly server: ServerLife = new ServerLife(),
  ) {}

  append(append: PendingAppend & Pick<WaitingAppend, 'readAt'>): Promise<Appended> {
    if (this.closed) return Promise.reject(new StoreUnavailable('The event store is closed'));
    if (this.queue.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable(`${MAX_WAITING} appends wait for the event store`));
    }
    return new Promise((resolve, reject) => {
      this.queue.push({ ...append, since: Date.now(), resolve, reject });
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

  /** After the callbacks of this turn of the event loop, so that requests that came together go together. */
  private schedule(): void {
    if (this.scheduled || this.inFlight >= BATCHES_IN_FLIGHT) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.sendNext();
    });
  }

  private sendNext(): void {
    if (this.queue.length === 0 || this.inFlight >= BATCHES_IN_FLIGHT) return;
    this.inFlight++;
    void this.settle(takeBatch(this.queue)).finally(() => {
      this.inFlight--;
      if (this.queue.length > 0) this.schedule();
      else if (this.inFlight === 0) this.idle?.();
    });
    if (this.queue.length > 0) this.schedule();
  }

  private async settle(batch: readonly WaitingAppend[]): Promise<void> {
    try {
      const answers = await this.sendUntilAnswered(batch);
      this.onBatch(batch.length);
      if (answers.includes('decided elsewhere')) this.server.told();
      batch.forEach((append, index) => {
        answer(append, answers[index] as Given);
      });
      const positions = answers.flatMap((each) => (isAccepted(each) ? each.position : []));
      if (positions.length > 0) this.onCommitted(positions.reduce((head, each) => (each > head ? each : head)));
    } catch (error) {
      if (batch.length === 1 || error instanceof OutcomeUnknown || error instanceof StoreUnavailable) {
        for (const { reject } of batch) reject(error as Error);
      } else {
        // One of them is at fault, and it was all or nothing: each for itself then.
        for (const append of batch) await this.settle([append]);
      }
    }
  }

  /** Sending a batch again is safe: what it appended the first time is recognised by its event ids. */
  private async sendUntilAnswered(batch: readonly WaitingAppend[]): Promise<readonly Given[]> {
    const started = performance.now();
    let mayHaveHappened = false;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const attempt = await this.send(batch);
      if ('answers' in attempt) return attempt.answers;
      const { error, failure } = attempt;
      if (failure === 'refused') throw error;
      if (failure === 'no answer') mayHaveHappened = true;
      const triedMs = performance.now() - started;
      if (failure === 'too late' || triedMs > (mayHaveHappened ? SETTLE_MS : REACH_MS)) {
        if (!mayHaveHappened) throw unavailable(error);
        throw new OutcomeUnknown(`No answer to an append: ${error.message}`, { cause: error });
      }
      // The pause grows, and is never the same for two processes that lost the same server.
      await sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  private async send(batch: readonly WaitingAppend[]): Promise<Attempt> {
    let client: pg.PoolClient;
    try {
      client = await this.connect();
    } catch (error) {
      return { error: error as Error, failure: 'not sent' };
    }
    if (batch.some(({ since }) => Date.now() - since > LONGEST_WAIT_MS)) {
      client.release();
      return { error: new Error('it has waited for too long'), failure: 'too late' };
    }
    try {
      const elsewhere = batch.map(({ readAt }) => this.server.isReplacedSince(readAt));
      // One whose answer was lost may stand all the same, and is then found by its ids.
      const sent = batch.map((append, n) => (elsewhere[n] ? { ...append, seen: NO_EVENT } : append));
      const answers = await sendBatch(client, sent);
      client.release();
      return { answers: answers.map((given, n) => (!given.accepted && elsewhere[n] ? 'decided elsewhere' : given)) };
    } catch (error) {
      // A connection that failed is not used again.
      client.release(error as Error);
      return { error: error as Error, failure: classify(error) };
    }
  }

  private async connect(): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    try {
      await this.server.noteConnection(client);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}

const isAccepted = (given: Given): given is Extract<Answer, { accepted: true }> =>
  given !== 'decided elsewhere' && given.accepted;

function answer({ stream, expectedRevision, resolve, reject }: WaitingAppend, given: Given): void {
  if (given === 'decided elsewhere') {
    reject(new ServerReplaced('The database server was replaced or restarted while a command was decided'));
  } else if (given.accepted) resolve({ revision: given.revision, position: given.position });
  else if (given.isChanged) reject(new HistoryChanged(stream));
  else reject(new RevisionConflict(stream, expectedRevision, given.revision));
}
