import { checkAlive, keepHeartbeat } from '@perktree/platform/postgres/heartbeat';
import { isOfStandby } from '@perktree/platform/postgres/standby';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool, PoolClient } from 'pg';
import type { QueryServiceDeps } from './deps.ts';

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
  /** Listening has begun, for the first time or again: notifications may have been missed. */
  onBegin(): void;
  onNotification(channel: string, payload: string | undefined): void;
  onLost(): void;
}

/** A connection that listens for notifications. Logs its loss once, until it is back. */
export class ListeningConnection {
  private client: PoolClient | null = null;
  private nextAttempt = 0;
  private opening = false;
  private closed = false;
  private listening = false;
  /** Everything that was sent until then has been received: `timers.monotonic()`. */
  private heardUntil = 0;
  private asking = false;
  /** The loss has been logged. */
  private isReported = false;

  constructor(
    private readonly pool: Pool,
    private readonly channels: readonly string[],
    private readonly logger: QueryServiceDeps['logger'],
    private readonly listener: Listener,
    private readonly timers: Timers = systemTimers,
  ) {}

  get isListening(): boolean {
    return this.listening;
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
    if (this.client !== null || this.opening || this.closed || this.timers.now() < this.nextAttempt) return;
    void this.connect();
  }

  close(): void {
    this.closed = true;
    this.client?.release(true);
    this.client = null;
    this.listening = false;
  }

  reportLoss(error: unknown): void {
    if (!this.isReported && !this.closed)
      this.logger.warn({ err: error }, 'cannot listen for the position of the read models');
    this.isReported = true;
  }

  private async connect(): Promise<void> {
    this.opening = true;
    this.nextAttempt = this.timers.now() + RECONNECT_MS;
    try {
      const client = await this.pool.connect();
      const onLost = (error: Error) => this.lost(client, error);
      client.on('error', onLost);
      client.on('notification', ({ channel, payload }) => this.listener.onNotification(channel, payload));
      this.client = client;
      const since = this.timers.monotonic();
      await client.query(this.channels.map((channel) => `LISTEN ${channel}`).join('; ')).catch(onLost);
      if (this.closed) this.close();
      else if (this.client === client) this.begin(client, since);
    } catch (error) {
      this.reportLoss(error);
    } finally {
      this.opening = false;
    }
  }

  private begin(client: PoolClient, since: number): void {
    keepHeartbeat(client, () => this.ask());
    this.isReported = false;
    this.listening = true;
    this.heardUntil = since;
    this.listener.onBegin();
  }

  private lost(client: PoolClient, error: Error): void {
    if (this.client !== client) return;
    this.client = null;
    this.listening = false;
    this.listener.onLost();
    client.release(error);
    if (isOfStandby(error)) this.leaveStandby();
    else this.reportLoss(error);
  }

  /** Confirms that nothing was missed: the server sends due notifications, in the order of commits, before its answer. */
  private async ask(): Promise<void> {
    const { client } = this;
    if (client === null || this.asking) return;
    this.asking = true;
    const askedAt = this.timers.monotonic();
    try {
      await checkAlive(client);
      if (this.client === client) this.heardUntil = askedAt;
    } catch {
      // A lost connection is reported by its 'error' event.
    } finally {
      this.asking = false;
    }
  }

  /** Pauses the attempts to listen. Waiting reads and followers poll meanwhile. */
  private leaveStandby(): void {
    this.nextAttempt = this.timers.now() + STANDBY_MS;
    if (!this.isReported)
      this.logger.info('queries read from a standby, which cannot notify: polling for new positions');
    this.isReported = true;
  }
}
