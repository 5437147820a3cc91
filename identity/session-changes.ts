import { ListeningConnection } from '@perktree/platform/postgres/listening-connection';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** Postgres notifies on it the id of an account whose sessions have changed; empty: of all accounts. */
export const SESSIONS_CHANNEL = 'sessions';
/** Between two questions whether the server is there, in milliseconds, and for how long after the last use of a session. */
const ASK_MS = 400;
const ASK_FOR_MS = 10_000;

/** Hears of sessions that another process has changed. @param userId null: all */
export function listenForSessions(
  pool: Pool,
  logger: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  onChange: (userId: string | null) => void,
) {
  const connection = ListeningConnection.of(pool, logger);
  const end = connection.add({
    channels: [SESSIONS_CHANNEL],
    onBegin: () => onChange(null),
    onNotification: (_, userId) => onChange(userId || null),
    onLost: () => onChange(null),
  });
  let usedAt = 0;
  let endAsking: (() => void) | null = null;
  const stopAsking = () => {
    endAsking?.();
    endAsking = null;
  };
  const ask = () => {
    if (systemTimers.monotonic() - usedAt > ASK_FOR_MS) stopAsking();
    else connection.hearsAll();
  };
  return {
    /** Whether every change has been heard that is older than a second. */
    hearsAll(): boolean {
      usedAt = systemTimers.monotonic();
      endAsking ??= systemTimers.every(ASK_MS, ask);
      connection.open();
      return connection.hearsAll();
    },
    close(): void {
      stopAsking();
      end();
    },
  };
}
