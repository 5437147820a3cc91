import { randomUUID } from 'node:crypto';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { DisabledReason } from '@perktree/contracts/webhook/endpoints';
import { named, run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { bodyOf, type Message } from './messages.ts';
import type { Answer } from './send.ts';
import { messageId } from './signature.ts';

/** Twice the time of one attempt, in milliseconds: an endpoint of a killed process is taken over after so long. */
export const LEASE_MS = 20_000;
/** How often a disabled endpoint is looked at, in minutes: the process that enabled it may have died before it restarted it. */
const DISABLED_MINUTES = 5;

/** An endpoint that this process has taken, as it is stored: what changes it returns it anew. */
export interface Claim {
  readonly endpointId: string;
  readonly tenantId: string;
  readonly createdAt: Date;
  /** Which claim of the endpoint this is. */
  readonly lease: number;
  readonly leaseMs: number;
  /** How often its owner had begun its deliveries anew. */
  readonly restarts: number;
  readonly position: bigint;
  readonly attempts: number;
  /** Of the last failed attempt. */
  readonly deliveryId: string | null;
  readonly failingSince: Date | null;
  /** Messages before the position that it rejected and has not received since. */
  readonly parked: number;
  /** When a backup that holds it was restored first; null: never. */
  readonly restoredAt: Date | null;
  /** False: it was taken for a requested delivery alone, and its next message has to wait. */
  readonly isDue: boolean;
  readonly givesUp: DisabledReason | null;
  /** It was handed back as disabled, and has not been restarted since. */
  readonly isDisabled: boolean;
}

type Row = Omit<Claim, 'leaseMs' | 'position'> & { readonly position: string };

/** How many parked messages the endpoint `e` of a query has. */
export const PARKED_OF_ENDPOINT = `(SELECT count(*)::integer FROM webhooks.deliveries d
  WHERE d.endpoint_id = e.endpoint_id AND d.parked_at IS NOT NULL)`;

/**
 * Takes endpoints that have something to do, least recently served first: a slow receiver, however often it is due, cannot
 * keep others waiting. Several processes take different ones.
 */
export async function claimEndpoints(pool: Pool, limit: number, leaseMs: number): Promise<readonly Claim[]> {
  const { rows } = await pool.query<Row>({
    name: 'webhooks-claim',
    text: `UPDATE webhooks.endpoints e SET lease = lease + 1, leased_until = now() + $2 * interval '1 ms'
      WHERE endpoint_id IN (
        SELECT endpoint_id FROM webhooks.endpoints e
        WHERE (leased_until IS NULL OR leased_until < now()) AND (
          EXISTS (SELECT FROM webhooks.deliveries d WHERE d.endpoint_id = e.endpoint_id AND d.status = 'pending')
          OR next_attempt_at <= now() AND (gives_up IS NOT NULL OR EXISTS (
            SELECT FROM ${READ_MODEL_SCHEMA}.webhook_messages m
            WHERE m.tenant_id = e.tenant_id AND m.position > e.position))
          OR next_attempt_at = 'infinity' AND leased_until < now() - interval '${DISABLED_MINUTES} minutes')
        ORDER BY leased_until NULLS FIRST LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING endpoint_id AS "endpointId", tenant_id AS "tenantId", created_at AS "createdAt", lease, restarts, position, attempts,
        delivery_id AS "deliveryId", ${PARKED_OF_ENDPOINT} AS parked, failing_since AS "failingSince", gives_up AS "givesUp", restored_at AS "restoredAt", next_attempt_at = 'infinity' AS "isDisabled",
        next_attempt_at <= now() AS "isDue"`,
    values: [limit, leaseMs],
  });
  return rows.map((row) => ({ ...row, leaseMs, position: BigInt(row.position) }));
}

/** Hands an endpoint back. @param inMs when it may be taken again, unless it was restarted meanwhile; null: when it is enabled */
export async function release(
  pool: Pool,
  { endpointId, lease, restarts }: Claim,
  inMs: number | null = 0,
): Promise<void> {
  await run(
    pool,
    `UPDATE webhooks.endpoints SET leased_until = now(), next_attempt_at = CASE
       WHEN :inMs::float8 = 0 OR restarts <> :restarts THEN next_attempt_at
       WHEN :inMs::float8 IS NULL THEN 'infinity'
       ELSE now() + :inMs * interval '1 ms' END
     WHERE endpoint_id = :endpointId AND lease = :lease`,
    { endpointId, lease, inMs, restarts },
  );
}

/** The endpoint is at a position up to which no message is for it. Null: it is no longer this claim's, or went back. */
export async function skipTo(pool: Pool, claim: Claim, position: bigint): Promise<Claim | null> {
  if (position === claim.position) return claim;
  const { endpointId, lease, restarts } = claim;
  const own = sql('webhooks.endpoints').where({ endpoint_id: endpointId, lease, restarts, position: claim.position });
  const { rowCount } = await run(pool, own.update({ position, next_attempt_at: sql.fn.now() }));
  return rowCount === 1 ? { ...claim, position } : null;
}

/** A row of the log, and what is sent for it. */
export interface Delivery {
  readonly deliveryId: string;
  readonly messageId: string;
  readonly body: string;
}

/** The delivery of the next message. Repeated attempts keep its ids, also after the events have moved to other positions. */
export async function nextDelivery(pool: Pool, claim: Claim, message: Message): Promise<Delivery> {
  const { deliveryId } = claim;
  const { rows } =
    deliveryId === null
      ? { rows: [] }
      : await pool.query<Omit<Delivery, 'body'>>(
          `SELECT delivery_id AS "deliveryId", message_id AS "messageId" FROM webhooks.deliveries
           WHERE delivery_id = $1 AND position = $2`,
          [deliveryId, message.position],
        );
  return { ...newDelivery(claim, message), ...rows[0] };
}

export function newDelivery({ endpointId, parked, restoredAt }: Claim, message: Message): Delivery {
  const { position, at } = message;
  // A receiver ignores ids that it has handled, and an event that the restore has lost may have had this position.
  const isLater = restoredAt !== null && Date.parse(at) > restoredAt.getTime();
  const id = messageId(endpointId, isLater ? `${position} ${at}` : position);
  return { deliveryId: randomUUID(), messageId: id, body: bodyOf(message, parked) };
}

const LOGGED_COLUMNS = 'status attempts attempted_at next_attempt_at error response_status response_body'.split(' ');
const LOGGED = `ON CONFLICT (delivery_id) DO UPDATE SET ${LOGGED_COLUMNS.map((name) => `${name} = EXCLUDED.${name}`)}`;

/**
 * A message was delivered: moves the endpoint and writes the log, in one statement.
 * @returns null where the endpoint is no longer this claim's, or was restarted meanwhile
 */
export async function noteDelivered(
  db: Queryable,
  claim: Claim,
  { position: reached, type }: Message,
  { deliveryId, messageId, body }: Delivery,
  answer: Answer,
): Promise<Claim | null> {
  const { endpointId, lease, restarts, position, attempts } = claim;
  const { rowCount } = await db.query({
    name: 'webhooks-delivered',
    text: `WITH moved AS (
        UPDATE webhooks.endpoints SET position = $4, attempts = 0, delivery_id = NULL, failing_since = NULL,
          next_attempt_at = now(), leased_until = now() + $12 * interval '1 ms'
        WHERE endpoint_id = $1 AND lease = $2 AND position = $3 AND restarts = $13 RETURNING endpoint_id)
      INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, message_id, type, position, body, in_order, status,
        attempts, attempted_at, response_status, response_body)
      SELECT $5, endpoint_id, $6, $7, $4, $8, true, 'delivered', $9, now(), $10, $11 FROM moved ${LOGGED}`,
    values: [
      ...[endpointId, lease, position, reached, deliveryId, messageId, type, body, attempts + 1],
      ...[answer.status, answer.body, claim.leaseMs, restarts],
    ],
  });
  return rowCount === 1 ? { ...claim, position: reached, attempts: 0, deliveryId: null, failingSince: null } : null;
}

/**
 * An attempt failed: the endpoint waits, or is given up.
 * @param next in how many milliseconds it is tried again, or why it is not; at: when it failed, by the clock that gives up
 * @returns false where the endpoint is no longer this claim's, or was restarted meanwhile
 */
export async function noteFailed(
  pool: Pool,
  claim: Claim,
  message: Message,
  { deliveryId, messageId, body }: Delivery,
  { answer, next, at }: { readonly answer: Answer; readonly next: number | DisabledReason; readonly at: Date },
): Promise<boolean> {
  const { endpointId, lease, restarts, position, attempts } = claim;
  const [delayMs, givesUp] = typeof next === 'number' ? [next, null] : [0, next];
  const { rowCount } = await run(
    pool,
    `WITH waiting AS (
       UPDATE webhooks.endpoints SET attempts = :attempts, delivery_id = :deliveryId, failing_since = coalesce(failing_since, :at),
         next_attempt_at = now() + :delayMs * interval '1 ms', gives_up = :givesUp, leased_until = now()
       WHERE endpoint_id = :endpointId AND lease = :lease AND position = :claimed AND restarts = :restarts RETURNING endpoint_id, next_attempt_at)
     INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, message_id, type, position, body, in_order, status,
       attempts, attempted_at, next_attempt_at, response_status, response_body, error)
     SELECT :deliveryId, endpoint_id, :messageId, :type, :position, :body, true, CASE WHEN :givesUp::text IS NULL THEN 'retrying' ELSE 'failed' END,
       :attempts, now(), CASE WHEN :givesUp::text IS NULL THEN next_attempt_at END, :status, :answered, :error FROM waiting ${LOGGED}`,
    {
      ...{ endpointId, lease, claimed: position, deliveryId, messageId, body, delayMs, givesUp, restarts, at },
      ...{ type: message.type, position: message.position, attempts: attempts + 1 },
      ...{ status: answer.status, answered: answer.body, error: answer.error },
    },
  );
  return rowCount === 1;
}

/** A message that was sent, and what the endpoint answered. */
export interface Sent {
  readonly message: Message;
  readonly delivery: Delivery;
  readonly answer: Answer;
}

/**
 * The endpoint rejects messages and accepted a later one: moves it behind that one and parks the others.
 * @returns false where the endpoint is no longer this claim's, or was restarted meanwhile
 */
export function noteParked(pool: Pool, claim: Claim, rejected: readonly Sent[], accepted: Sent): Promise<boolean> {
  const attempts = claim.attempts + 1;
  return inTransaction(pool, async (db) => {
    const { message: next, delivery: sent, answer: accepting } = accepted;
    if (!(await noteDelivered(db, { ...claim, attempts: 0 }, next, sent, accepting))) return false;
    for (const [n, { message, delivery, answer }] of rejected.entries()) {
      const { deliveryId, messageId, body } = delivery;
      const row = {
        ...{ delivery_id: deliveryId, endpoint_id: claim.endpointId, message_id: messageId, type: message.type, body },
        ...{ position: message.position, in_order: true, status: 'failed', attempts: n === 0 ? attempts : 1 },
        ...{ attempted_at: sql.fn.now(), parked_at: sql.fn.now(), next_attempt_at: null },
        ...{ response_status: answer.status, response_body: answer.body, error: answer.error },
      };
      const logged = sql('webhooks.deliveries').insert(row).onConflict('delivery_id');
      await run(db, logged.merge([...LOGGED_COLUMNS, 'parked_at']));
    }
    return true;
  });
}

/** Keeps the endpoint for another attempt. False: it is no longer this claim's, or was restarted meanwhile. */
export async function renew(pool: Pool, { endpointId, lease, leaseMs, restarts }: Claim): Promise<boolean> {
  const { rowCount } = await run(
    pool,
    `UPDATE webhooks.endpoints SET leased_until = now() + :leaseMs * interval '1 ms'
     WHERE endpoint_id = :endpointId AND lease = :lease AND restarts = :restarts`,
    { endpointId, lease, leaseMs, restarts },
  );
  return rowCount === 1;
}

interface RequestedDelivery extends Delivery {
  readonly isParked: boolean;
}

/** Deliveries that an owner has requested, oldest first. */
export async function requestedDeliveries(pool: Pool, { endpointId }: Claim): Promise<readonly RequestedDelivery[]> {
  const { rows } = await pool.query<RequestedDelivery>(
    `SELECT delivery_id AS "deliveryId", message_id AS "messageId", body, parked_at IS NOT NULL AS "isParked"
     FROM webhooks.deliveries WHERE endpoint_id = $1 AND status = 'pending' ORDER BY number LIMIT 10`,
    [endpointId],
  );
  return rows;
}

/** @returns the claim, which has one parked message less if it was one that the endpoint now accepts */
export async function noteRequested(
  pool: Pool,
  claim: Claim,
  { deliveryId, isParked }: RequestedDelivery,
  answer: Answer,
): Promise<Claim> {
  const { status, body, error } = answer;
  const { endpointId, lease, leaseMs } = claim;
  const delivered = isDelivered(answer) ? { status: 'delivered', parked_at: null } : { status: 'failed' };
  const kept = `UPDATE webhooks.endpoints SET leased_until = now() + :leaseMs * interval '1 ms' WHERE endpoint_id = :endpointId AND lease = :lease`;
  const noted = sql('webhooks.deliveries').with('kept', named(kept, { endpointId, lease, leaseMs }));
  await run(
    pool,
    noted.where({ delivery_id: deliveryId }).update({
      ...{ ...delivered, attempts: sql.raw('attempts + 1'), attempted_at: sql.fn.now() },
      ...{ response_status: status, response_body: body, error },
    }),
  );
  return isParked && isDelivered(answer) ? { ...claim, parked: claim.parked - 1 } : claim;
}

/** There is nowhere to send them to. */
export async function failRequested(pool: Pool, { endpointId }: Claim): Promise<void> {
  await run(
    pool,
    sql('webhooks.deliveries').where({ endpoint_id: endpointId, status: 'pending' }).update({ status: 'failed' }),
  );
}

export function isDelivered({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 300;
}
