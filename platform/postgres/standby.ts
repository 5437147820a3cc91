import { systemTimers } from '../time/timers.ts';
import { onClient } from './on-client.ts';

/** A hot standby did not catch up in time. */
class StandbyBehind extends Error {
  override readonly name = 'StandbyBehind';
}

const APPLICATION_NAME = 'standby';
const MAX_WAIT_MS = 120_000;
const LOOK_EVERY_MS = 100;
/** SQLSTATE of what no standby takes: writes, and LISTEN. */
const READ_ONLY = '25006';

/** Whether a server refused a statement because it is a hot standby. */
export const isOfStandby = (error: unknown): boolean => (error as { code?: string } | null)?.code === READ_ONLY;

/** Whether the server is a standby: read-only, replaying a primary. */
export function isStandby(connectionString: string): Promise<boolean> {
  return onClient({ connectionString, applicationName: APPLICATION_NAME }, async (client) => {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === true;
  });
}

/** The server and database of one URL, by the login of another. */
export function withLoginOf(connectionString: string, other: string): string {
  const [url, { username, password }] = [new URL(connectionString), new URL(other)];
  return Object.assign(url, { username, password }).href;
}

export const isSameServer = (one: string, other: string): boolean => new URL(one).host === new URL(other).host;

/**
 * Waits until a standby has everything that its primary had before the call, such as tables and logins. Returns at once for
 * a server that is no standby.
 * @throws StandbyBehind after two minutes
 */
export async function untilReplayed(primaryUrl: string, standbyUrl: string): Promise<void> {
  if (isSameServer(primaryUrl, standbyUrl)) return;
  const wanted = await onClient({ connectionString: primaryUrl, applicationName: APPLICATION_NAME }, async (client) => {
    const { rows } = await client.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
    return rows[0]?.lsn;
  });
  // The login that reads may be new, so that only the primary's own is surely there.
  const connectionString = withLoginOf(standbyUrl, primaryUrl);
  await onClient({ connectionString, applicationName: APPLICATION_NAME }, async (client) => {
    for (const deadline = systemTimers.now() + MAX_WAIT_MS; ; await systemTimers.sleep(LOOK_EVERY_MS)) {
      const { rows } = await client.query<{ done: boolean }>(
        'SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS done',
        [wanted],
      );
      if (rows[0]?.done) return;
      if (systemTimers.now() > deadline)
        throw new StandbyBehind('The standby of DATABASE_READ_URL is more than two minutes behind its primary.');
    }
  });
}
