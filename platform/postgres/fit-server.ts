import type pg from 'pg';
import { onClient } from './on-client.ts';

/** As `server_version_num` has it: the oldest major version that the product is tested on. */
const OLDEST_VERSION = 150_000;
/** Other processes may use the pooler at the same moment, and so hide that it shares sessions. */
const LOOKS = 3;
const APPLICATION_NAME = 'fit-server';
/** PgBouncer, in statement mode, to BEGIN. */
const NO_TRANSACTIONS = /transaction blocks not allowed/;

/** The server cannot be reached or used, or not through this pooler. The message names the setting and says why. */
class UnfitServer extends Error {
  override readonly name = 'UnfitServer';
}

/**
 * @param setting that names the server
 * @throws UnfitServer where it cannot connect, for a version that is too old, and for a pooler that gives a connection another
 *   session while it is open
 */
export async function refuseUnfitServer(connectionString: string, setting: string): Promise<void> {
  const options = { connectionString, applicationName: APPLICATION_NAME };
  await onClient(options, async (one) => {
    const { rows } = await one.query<{ number: number; name: string }>(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
    );
    const [version] = rows;
    if (version === undefined || version.number < OLDEST_VERSION)
      throw new UnfitServer(`${setting} leads to Postgres ${version?.name}: the product needs version 15 or later.`);
    const isShared = await onClient(options, (other) => sharesSessions(one, other));
    if (isShared)
      throw new UnfitServer(
        `${setting} leads to a pooler that shares sessions among connections, such as PgBouncer in transaction mode: set pool_mode to session.`,
      );
  }).catch((error: Error & { readonly code?: string }) => {
    if (error instanceof UnfitServer) throw error;
    // Node's error for a name with several addresses has no message.
    throw new UnfitServer(`${setting} leads to no usable database: ${error.message || error.code}.`, { cause: error });
  });
}

/** Whether two open connections share a server session, as behind a pooler in transaction mode. */
async function sharesSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const before = await sessionOf(one);
    try {
      await other.query('BEGIN');
    } catch (error) {
      if (NO_TRANSACTIONS.test((error as Error).message)) return true;
      throw error;
    }
    const held = await sessionOf(other);
    const after = await sessionOf(one);
    await other.query('ROLLBACK');
    if (held === before || before !== after) return true;
  }
  return false;
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ session: number }>('SELECT pg_backend_pid() AS session');
  return rows[0]?.session;
}
