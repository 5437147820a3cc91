import pg from 'pg';
import { systemTimers, type Timers } from '../time/timers.ts';
import { isOfStandby } from './standby.ts';

/** Shortest time between two attempts to connect, in milliseconds. */
const RECONNECT_MS = 1_000;
/** Pause before the next attempt to listen on a standby, in milliseconds. It cannot notify before it is promoted. */
const STANDBY_MS = 30_000;
/**
 * How long notifications count as received after the server's last answer, in milliseconds, because a dead connection is
 * silent. `hearsAll` asks the server again after half of that time.
 */
const HEARD_FOR_MS = 1_000;

interface Listener {
  readonly channels: readonly string[];
  /** Listening has begun, for the first time or again: notifications may have been missed. */
  onBegin(): void;
  onNotification(channel: string, payload: string | undefined): void;
  onLost(): void;
}

type Logger = { info(message: string): void; warn(message: string): void };

/** By the time that a process goes by, then by server and database. */
const shared = new WeakMap<Timers, Map<string, ListeningConnection>>();

/**
 * The one connection of a process to a database that listens for notifications, for all its listeners: each commit with a
 * notification wakes every connection that listens on anything. Logs its loss once, until it is back.
 */
export class ListeningConnection {
  private readonly listeners = new Set<Listener>();
  private client: pg.Client | null = null;
  private nextAttempt = 0;
  private opening: pg.Client | null = null;
  private listening = false;
  /** Everything that was sent until then has been received: `timers.monotonic()`. */
  private heardUntil = 0;
  /** The end of the query under way: the connection takes one at a time. */
  private busy: Promise<unknown> | null = null;
  private asking = false;
  /** The loss has been logged. */
  private isReported = false;

  private constructor(
    private readonly settings: pg.ClientConfig,
    private readonly logger: Logger | undefined,
    private readonly timers: Timers,
    /** So that the next user of the database gets a connection of its own. */
    private readonly unshare: () => void,
  ) {}

  /** The one to a pool's database, whatever its login. It is not one of the pool's connections. */
  static of({ options }: pg.Pool, logger: Logger | undefined, timers: Timers = systemTimers): ListeningConnection {
    const { host, port, database } = new pg.Client(options);
    const key = `${host}:${port}/${database}`;
    const ofTimers = shared.get(timers) ?? new Map<string, ListeningConnection>();
    shared.set(timers, ofTimers);
    const begin = () => new ListeningConnection(options, logger, timers, () => ofTimers.delete(key));
    const connection = ofTimers.get(key) ?? begin();
    ofTimers.set(key, connection);
    return connection;
  }

  get isListening(): boolean {
    return this.listening;
  }

  /** Listens also for these. Without effect where it does already. @returns a function that ends it; the last one closes */
  add(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.client !== null) void this.listen(this.client, [listener]);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.close();
    };
  }

  /** Whether everything has been received that the server sent until `HEARD_FOR_MS` ago. */
  hearsAll(): boolean {
    if (!this.listening) return false;
    const silentMs = this.timers.monotonic() - this.heardUntil;
    if (silentMs >= HEARD_FOR_MS / 2) void this.ask();
    return silentMs < HEARD_FOR_MS;
  }

  /** Begins to listen if it does not, and if the last attempt is long enough ago. */
  open(): void {
    if (
      this.client !== null ||
      this.opening !== null ||
      this.listeners.size === 0 ||
      this.timers.now() < this.nextAttempt
    )
      return;
    void this.connect();
  }

  reportLoss(error: unknown): void {
    if (!this.isReported && this.listeners.size > 0)
      this.logger?.warn(
        `cannot listen for notifications of Postgres: ${error instanceof Error ? error.message : error}`,
      );
    this.isReported = true;
  }

  private close(): void {
    this.unshare();
    for (const client of [this.client, this.opening]) void client?.end().catch(() => {});
    this.client = null;
    this.opening = null;
    this.listening = false;
  }

  private async connect(): Promise<void> {
    const client = new pg.Client(this.settings);
    this.opening = client;
    this.nextAttempt = this.timers.now() + RECONNECT_MS;
    client.on('error', (error) => this.lost(client, error));
    client.on('notification', ({ channel, payload }) => {
      for (const one of this.listeners) if (one.channels.includes(channel)) one.onNotification(channel, payload);
    });
    try {
      await client.connect();
      if (this.opening !== client) return;
      this.client = client;
      await this.listen(client, [...this.listeners]);
    } catch (error) {
      this.reportLoss(error);
    } finally {
      if (this.opening === client) this.opening = null;
    }
  }

  private async listen(client: pg.Client, added: readonly Listener[]): Promise<void> {
    const channels = new Set(added.flatMap((one) => one.channels));
    let since = 0;
    try {
      await this.inTurn(() => {
        since = this.timers.monotonic();
        return client.query([...channels].map((channel) => `LISTEN ${channel}`).join('; '));
      });
    } catch (error) {
      this.lost(client, error as Error);
    }
    if (this.client !== client) return;
    if (!this.listening) {
      keepHeartbeat(client, () => this.ask());
      this.isReported = false;
      this.listening = true;
    }
    this.heardUntil = since;
    for (const one of added) if (this.listeners.has(one)) one.onBegin();
  }

  private lost(client: pg.Client, error: Error): void {
    if (this.client !== client) return;
    this.client = null;
    this.listening = false;
    void client.end().catch(() => {});
    for (const one of this.listeners) one.onLost();
    if (isOfStandby(error)) this.leaveStandby();
    else this.reportLoss(error);
  }

  /** Confirms that nothing was missed: the server sends due notifications, in the order of commits, before its answer. */
  private async ask(): Promise<void> {
    const { client } = this;
    if (client === null || this.asking) return;
    this.asking = true;
    try {
      await this.inTurn(async () => {
        const askedAt = this.timers.monotonic();
        await checkAlive(client);
        if (this.client === client) this.heardUntil = askedAt;
      });
    } catch {
      // A lost connection is reported by its 'error' event.
    } finally {
      this.asking = false;
    }
  }

  private async inTurn(query: () => Promise<unknown>): Promise<void> {
    while (this.busy !== null) await this.busy;
    const answer = query();
    const settled = () => {
      this.busy = null;
    };
    this.busy = answer.then(settled, settled);
    await answer;
  }

  /** Pauses the attempts to listen. Waiting reads and followers poll meanwhile. */
  private leaveStandby(): void {
    this.nextAttempt = this.timers.now() + STANDBY_MS;
    if (!this.isReported) this.logger?.info('reads from a standby, which cannot notify: asking for changes');
    this.isReported = true;
  }
}

/** Time between two heartbeats, and for each answer, in milliseconds: a vanished server is noticed within 15 s. */
const EVERY_MS = 10_000;
const ANSWER_MS = 5_000;

/**
 * Asks the server whether it is there. Without an answer in time the connection is destroyed: its `error` event reports the
 * loss. Call it only while no other query runs on the connection.
 */
async function checkAlive(client: pg.Client): Promise<void> {
  const { stream } = client.connection;
  const endTimer = systemTimers.after(ANSWER_MS, () => {
    stream.destroy(new Error(`no answer within ${ANSWER_MS} ms`));
  });
  try {
    await client.query('SELECT 1');
  } finally {
    endTimer();
  }
}

/**
 * Checks a connection that only listens, until it ends: it sends nothing, so nothing else notices a server that vanished
 * without ending it, as after a power cut.
 */
function keepHeartbeat(client: pg.Client, check: () => Promise<unknown>): void {
  const beat = () => void check().catch(() => client.connection.stream.destroy());
  client.once('end', systemTimers.every(EVERY_MS, beat));
}
