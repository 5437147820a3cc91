import type pg from 'pg';
import { type EndTimer, systemTimers } from '../time/timers.ts';

/** The server ends a session after this idle time in milliseconds, and so releases its locks. */
const MAX_SILENCE_MS = 60_000;
const PING_EVERY_MS = 10_000;

/**
 * A session that holds a lock. It sends heartbeats, and the server ends the session when they stop (Postgres 14 or later).
 * Without them, a process that lost its network would keep the lock for hours, until the kernel closes the connection.
 */
export class HeldSession {
  private readonly endPings: EndTimer;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: pg.ClientBase,
    { silenceMs = MAX_SILENCE_MS, pingEveryMs = PING_EVERY_MS } = {},
  ) {
    const ask = (text: string) => void this.query(text).catch(() => {});
    // A broken connection is reported by its error event and by its next query.
    ask(`SELECT set_config(name, '${silenceMs}', false) FROM pg_settings WHERE name = 'idle_session_timeout'`);
    this.endPings = systemTimers.every(pingEveryMs, () => ask('SELECT 1'));
  }

  /** One after the other, as the connection takes them. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    const answer = this.last.then(() => this.client.query<Row>(text, values));
    this.last = answer.catch(() => {});
    return answer;
  }

  /** To be called before the client is ended or given back. */
  letGo(): void {
    this.endPings();
  }
}
