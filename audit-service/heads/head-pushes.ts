import type { HeadPush, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { select } from '@perktree/platform/postgres/select';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { headOf } from '../chain/signed-heads.ts';

export type Receiver = HeadPush['receiver'];

/** A head on its way to a receiver. */
export interface DuePush {
  readonly head: SignedHead;
  readonly receiver: Receiver;
  /** With this one. */
  readonly attempts: number;
}

/**
 * Queues the last head of the days before for receivers, unless it or a later one was queued before.
 * @param today start of the day in UTC
 */
export async function queueDailyHead(
  pool: Pool,
  receivers: readonly Receiver[],
  { today, now }: { readonly today: Date; readonly now: Date },
): Promise<void> {
  await run(
    pool,
    `INSERT INTO audit.head_pushes (events, key_id, receiver, queued_at, next_attempt_at)
     SELECT head.events, head.key_id, receiver, :now, :now
     FROM (SELECT events, key_id FROM audit.signed_heads WHERE signed_at < :today
           ORDER BY events DESC, parts IS NULL LIMIT 1) AS head, unnest(:receivers::text[]) AS receiver
     WHERE NOT EXISTS (SELECT 1 FROM audit.head_pushes AS earlier
                       WHERE earlier.receiver = receiver.receiver AND earlier.events >= head.events)
     ON CONFLICT DO NOTHING`,
    { receivers, today: today.toISOString(), now },
  );
}

/** Before each attempt after the first, in milliseconds; the last one repeats. */
const RETRY_MS = [10, 20, 40, 80, 160, 360].map((minutes) => minutes * 60_000);

/**
 * Takes the pushes that are due, the oldest head first. A taken one is due again after its back-off, also if the process dies.
 * So no other process sends it meanwhile.
 */
export async function takeDue(pool: Pool, receivers: readonly Receiver[], now: Date): Promise<readonly DuePush[]> {
  const { rows } = await run<{ events: number; keyId: string; receiver: Receiver; attempts: number }>(
    pool,
    `UPDATE audit.head_pushes SET attempts = attempts + 1,
       next_attempt_at = :now::timestamptz + make_interval(secs => (:pauses::float8[])[least(attempts + 1, cardinality(:pauses::float8[]))])
     WHERE done_at IS NULL AND next_attempt_at <= :now AND receiver = ANY (:receivers)
     RETURNING events::float8 AS events, key_id AS "keyId", receiver, attempts`,
    { receivers, now, pauses: RETRY_MS.map((ms) => ms / 1_000) },
  );
  const due = await Promise.all(
    rows.map(async ({ events, keyId, receiver, attempts }) => {
      const head = await headOf(pool, events, keyId);
      return head && { head, receiver, attempts };
    }),
  );
  return due.filter((push) => push !== null).toSorted((a, b) => a.head.events - b.head.events);
}

/** @param answer the time stamp */
export async function notePushed(pool: Pool, push: DuePush, answer: Buffer | null, now: Date): Promise<void> {
  const sent = sql('audit.head_pushes').where({ events: push.head.events, receiver: push.receiver });
  await run(pool, sent.update({ done_at: now, answer, error: null }));
}

/** @returns whether others to the same receiver have failed before */
export async function notePushFailed(pool: Pool, push: DuePush, error: string): Promise<boolean> {
  const { rows } = await run<{ failing: boolean }>(
    pool,
    `WITH failing AS (SELECT 1 FROM audit.head_pushes WHERE receiver = :receiver AND done_at IS NULL AND error IS NOT NULL)
     UPDATE audit.head_pushes SET error = :error WHERE events = :events AND receiver = :receiver
     RETURNING EXISTS (SELECT 1 FROM failing) AS failing`,
    { events: push.head.events, receiver: push.receiver, error },
  );
  return rows[0]?.failing ?? false;
}

export async function newestPushes(pool: Pool, limit: number): Promise<HeadPush[]> {
  const pushes = await select<HeadPush>(
    pool,
    `SELECT p.events::numeric AS events, receiver, queued_at AS "queuedAt", done_at AS "doneAt", attempts, error,
       CASE WHEN done_at IS NULL THEN next_attempt_at END AS "nextAttemptAt"
     FROM audit.head_pushes AS p ORDER BY p.events DESC, receiver LIMIT :limit`,
    { limit },
  );
  return [...pushes];
}

/** The time stamp of a head (TimeStampResp, DER); null: it has none. */
export async function timeStampOf(pool: Pool, events: number): Promise<Buffer | null> {
  const { rows } = await pool.query<{ answer: Buffer | null }>(
    `SELECT answer FROM audit.head_pushes WHERE events = $1 AND receiver = 'time_stamp'`,
    [events],
  );
  return rows[0]?.answer ?? null;
}
