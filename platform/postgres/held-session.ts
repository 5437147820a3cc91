import type pg from 'pg';

/** The server ends a session after so much silence, and so gives back what it holds. */
const LONGEST_SILENCE_MS = 60_000;
const PING_EVERY_MS = 10_000;

/**
 * For a session that holds a lock: it says that it is still there, and the server ends it where it no longer does. A
 * process that lost its network, or a proxy between that forgot one side, would else keep the lock for as long as the
 * kernel believes in the connection, which is hours.
 *
 * Postgres can do so from its version 14 on.
 * @returns stops saying so: to be called before the client is ended or given back
 */
export async function heldSession(
  client: pg.ClientBase,
  { silenceMs = LONGEST_SILENCE_MS, pingEveryMs = PING_EVERY_MS } = {},
): Promise<() => void> {
  await client.query(`SELECT set_config(name, $1, false) FROM pg_settings WHERE name = 'idle_session_timeout'`, [
    String(silenceMs),
  ]);
  // What is wrong with the connection is told by its error event, and to whoever works on it.
  const ping = setInterval(() => void client.query('SELECT 1').catch(() => {}), pingEveryMs);
  ping.unref();
  return () => clearInterval(ping);
}
