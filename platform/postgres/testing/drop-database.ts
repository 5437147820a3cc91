import type pg from 'pg';
import { systemTimers } from '../../time/timers.ts';

/** SQLSTATEs: a session belongs to a role that must not be ended, and the database is in use. */
const [MAY_NOT, IN_USE] = ['42501', '55006'];
const TRIES = 20;
const PAUSE_MS = 250;

/**
 * Drops a throw-away database, with the sessions that are in it. One of them may be the server's own cleaner: only a superuser
 * may end it by force. Without force the server ends its own workers, and waits some seconds for other sessions.
 */
export async function dropDatabase(admin: pg.Pool | pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const force = tries % 2 === 1 ? ' WITH (FORCE)' : '';
    try {
      await admin.query(`DROP DATABASE IF EXISTS ${name}${force}`);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== MAY_NOT && code !== IN_USE) || tries === TRIES) throw error;
      await systemTimers.sleep(PAUSE_MS);
    }
  }
}
