import { Readable } from 'node:stream';
import { LIVE_EVENTS, type LiveMessage } from '@perktree/contracts/kernel/live';
import type { Session } from '@perktree/platform/http/session';
import type { LiveChange } from './keys.ts';

/** A reader that is more bytes behind is disconnected. */
const MAX_UNSENT_BYTES = 64 * 1024;
/** Reconnection delay of a standard client after the end of the stream, in milliseconds. */
const RETRY_MS = 3_000;

/** One reader's stream of server-sent events. It never blocks the sender: a slow reader is disconnected. */
export class LiveStream {
  readonly body = new Readable({ read() {} });
  private isOver = false;

  /** @param network that the reader comes from (platform/http/client-network.ts) */
  constructor(
    readonly session: Session,
    readonly network = '',
  ) {}

  /** Sends the first message at once, so that the headers are sent, too. */
  begin(position: bigint): void {
    const { userId, role } = this.session;
    const ready = { keys: [], userId, role };
    this.send(`retry: ${RETRY_MS}\n${event(LIVE_EVENTS.ready, position, ready)}`);
  }

  invalidate(position: bigint, change: LiveChange): void {
    if (change.keys.length > 0) this.send(event(LIVE_EVENTS.invalidate, position, change));
  }

  /** Keeps proxies from closing an idle connection. An event, because pages cannot see comments and would not notice a lost one. */
  heartbeat(): void {
    // Data of the previous heartbeat is still buffered: the reader is gone or does not read.
    if (this.body.readableLength > 0) this.body.destroy();
    else this.send(`event: ${LIVE_EVENTS.heartbeat}\ndata: {}\n\n`);
  }

  /** Tells the reader not to reconnect, because the session has ended, and ends the stream. */
  signOut(): void {
    this.send(`event: ${LIVE_EVENTS.signedOut}\ndata: {}\n\n`);
    this.end();
  }

  /** Ends the stream; the reader reconnects by itself. */
  end(): void {
    if (!this.isOver && !this.body.destroyed) this.body.push(null);
    this.isOver = true;
  }

  private send(text: string): void {
    if (this.isOver || this.body.destroyed) return;
    this.body.push(text);
    if (this.body.readableLength > MAX_UNSENT_BYTES) this.body.destroy();
  }
}

function event(name: string, position: bigint, change: Omit<LiveMessage, 'position'>): string {
  const message: LiveMessage = { position: position.toString(), ...change };
  return `event: ${name}\nid: ${message.position}\ndata: ${JSON.stringify(message)}\n\n`;
}
