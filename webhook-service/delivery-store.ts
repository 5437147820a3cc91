import { randomUUID } from 'node:crypto';
import type { WebhookDeliveries, WebhookDelivery } from '@perktree/contracts/webhook/deliveries';
import { DELIVERY_LOG_DAYS, TEST_TYPE } from '@perktree/contracts/webhook/endpoints';
import { isPublicUrl, type Resolve } from '@perktree/platform/outgoing/public-address';
import { named, run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { PARKED_OF_ENDPOINT } from './claims.ts';
import { countMessages, positionBefore } from './messages.ts';
import { WEBHOOKS_CHANNEL } from './migrations.ts';
import { messageId } from './signature.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;
const wakeWorkers = (db: Queryable) => db.query(`SELECT pg_notify('${WEBHOOKS_CHANNEL}', '')`);

/** A condition on deliveries: their message is of one of these sites, or a test. @param siteIds a parameter, null: any */
const isOfSites = (siteIds: string) =>
  `(${siteIds}::text[] IS NULL OR type = '${TEST_TYPE}' OR body::jsonb #>> '{data,siteId}' = ANY (${siteIds}))`;

type Converted = 'number' | 'position' | 'createdAt' | 'attemptedAt' | 'nextAttemptAt';
interface DeliveryRow extends Omit<WebhookDelivery, Converted> {
  readonly number: string;
  readonly position: string;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

/** The condition on deliveries that their message was not received. An owner may have requested it again. */
const IS_PARKED = 'parked_at IS NOT NULL';

interface ProgressRow {
  endpoint_id: string;
  position: string;
  parked: number;
  failing_since: Date | null;
  /** Null: no attempt has failed. */
  next_attempt_at: Date | null;
}

/** How far endpoints are, and what owners request of them (contracts/webhook/deliveries.ts), on Postgres. */
export function createDeliveryStore(
  pool: Pool,
  options: { readonly allowPrivate: boolean; readonly resolve?: Resolve | undefined },
): WebhookDeliveries {
  const { allowPrivate, resolve } = options;

  return {
    allowsHttp: allowPrivate,
    isPublic: async (url) => allowPrivate || isPublicUrl(url, resolve),
    async begin({ endpointId, tenantId, position }) {
      const endpoint = { endpoint_id: endpointId, tenant_id: tenantId, position };
      await run(pool, sql('webhooks.endpoints').insert(endpoint).onConflict('endpoint_id').ignore());
    },
    end: (endpointId) => deleteEndpoint(pool, endpointId),
    restart: (endpointId) => inTransaction(pool, (db) => restart(db, endpointId, null)),
    async progressOf(tenantId) {
      const { rows } = await pool.query<ProgressRow>(
        `SELECT endpoint_id, position, failing_since, ${PARKED_OF_ENDPOINT} AS parked,
           CASE WHEN attempts > 0 AND isfinite(next_attempt_at) THEN next_attempt_at END AS next_attempt_at
         FROM webhooks.endpoints e WHERE tenant_id = $1`,
        [tenantId],
      );
      return new Map(
        rows.map(({ endpoint_id, position, failing_since, next_attempt_at, parked }) => [
          endpoint_id,
          { position: BigInt(position), parked, failingSince: iso(failing_since), nextAttemptAt: iso(next_attempt_at) },
        ]),
      );
    },
    positionBefore: (tenantId, from) => positionBefore(pool, tenantId, from),
    count: (tenantId, subscription, after) => countMessages(pool, tenantId, subscription, after),
    goBack: (endpointId, after) => inTransaction(pool, (db) => restart(db, endpointId, after)),
    async list(endpointId, { limit, before, onlyParked }, siteIds) {
      const query = sql('webhooks.deliveries').where('endpoint_id', endpointId).orderBy('number', 'desc').limit(limit);
      query.where(named(isOfSites(':siteIds'), { siteIds }));
      if (before !== null) query.where(named('number < :before', { before }));
      if (onlyParked) query.whereRaw(IS_PARKED);
      const columns = sql.raw(
        `delivery_id AS "deliveryId", number, message_id AS "messageId", type, position, body, attempts,
           CASE WHEN status = 'failed' AND ${IS_PARKED} THEN 'parked' ELSE status END AS status, created_at AS "createdAt", attempted_at AS "attemptedAt", next_attempt_at AS "nextAttemptAt",
           response_status AS "responseStatus", response_body AS "responseBody", error`,
      );
      const { rows } = await run<DeliveryRow>(pool, query.select(columns));
      return rows.map(deliveryOf);
    },
    resend: (endpointId, deliveryId, siteIds) =>
      inTransaction(pool, async (db) => {
        const { rowCount: isThere } = await run(
          db,
          `SELECT FROM webhooks.deliveries WHERE endpoint_id = :endpointId AND delivery_id = :deliveryId AND ${isOfSites(':siteIds')}`,
          { endpointId, deliveryId, siteIds },
        );
        if (!isThere) return null;
        // The next message in order is tried at once, unless the endpoint was given up.
        const { rowCount: isRetried } = await db.query(
          `UPDATE webhooks.endpoints SET next_attempt_at = now()
           WHERE endpoint_id = $1 AND delivery_id = $2 AND gives_up IS NULL`,
          [endpointId, deliveryId],
        );
        await wakeWorkers(db);
        if (isRetried) return deliveryId;
        const { rowCount: isRequested } = await db.query(
          `UPDATE webhooks.deliveries SET status = 'pending' 
           WHERE delivery_id = $1 AND status IN ('failed', 'pending') AND ${IS_PARKED}`,
          [deliveryId],
        );
        if (isRequested) return deliveryId;
        // Keeps the endpoint until the delivery is there.
        await db.query('SELECT FROM webhooks.endpoints WHERE endpoint_id = $1 FOR KEY SHARE', [endpointId]);
        const { rows } = await run<{ delivery_id: string }>(
          db,
          `INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, message_id, type, position, body, in_order, status)
           SELECT :id, endpoint_id, message_id, type, position, body, false, 'pending'
           FROM webhooks.deliveries WHERE endpoint_id = :endpointId AND delivery_id = :deliveryId RETURNING delivery_id`,
          { endpointId, deliveryId, id: randomUUID() },
        );
        return rows[0]?.delivery_id ?? null;
      }),
    test: (endpointId) =>
      inTransaction(pool, async (db) => {
        const deliveryId = randomUUID();
        const { rows } = await db.query<{ position: string; parked: number }>(
          `SELECT position, ${PARKED_OF_ENDPOINT} AS parked FROM webhooks.endpoints e
           WHERE endpoint_id = $1 FOR KEY SHARE`,
          [endpointId],
        );
        // It was removed meanwhile.
        if (rows[0] === undefined) return null;
        const { position, parked } = rows[0];
        const timestamp = new Date(systemTimers.now()).toISOString();
        const body = JSON.stringify({ type: TEST_TYPE, timestamp, position, parked, data: {} });
        const id = messageId(endpointId, `test ${deliveryId}`);
        const test = { endpoint_id: endpointId, message_id: id, type: TEST_TYPE, position, body, in_order: false };
        await run(db, sql('webhooks.deliveries').insert({ delivery_id: deliveryId, ...test, status: 'pending' }));
        await wakeWorkers(db);
        return deliveryId;
      }),
  };
}

/**
 * Restarts with the next message: earlier attempts at it count as failed. In the caller's transaction.
 * @param after goes back to this position; null: stays where it is
 */
export async function restart(db: Queryable, endpointId: string, after: bigint | null): Promise<void> {
  await db.query(
    `WITH endpoint AS (
       SELECT delivery_id FROM webhooks.endpoints WHERE endpoint_id = $1 FOR UPDATE
     )
     UPDATE webhooks.deliveries SET status = 'failed', next_attempt_at = NULL
     WHERE delivery_id = (SELECT delivery_id FROM endpoint)`,
    [endpointId],
  );
  // They are sent again in order.
  await db.query('UPDATE webhooks.deliveries SET parked_at = NULL WHERE endpoint_id = $1 AND position > $2', [
    endpointId,
    after,
  ]);
  await db.query(
    `UPDATE webhooks.endpoints SET position = least(position, $2), attempts = 0, delivery_id = NULL,
       next_attempt_at = now(), failing_since = NULL, gives_up = NULL, restarts = restarts + 1 WHERE endpoint_id = $1`,
    [endpointId, after],
  );
  await wakeWorkers(db);
}

/** Also its log. */
export async function deleteEndpoint(pool: Pool, endpointId: string): Promise<void> {
  await pool.query('DELETE FROM webhooks.endpoints WHERE endpoint_id = $1', [endpointId]);
}

/** Deliveries that have left the log. Call it periodically. */
export async function deleteOldDeliveries(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM webhooks.deliveries
     WHERE created_at < now() - make_interval(days => $1) AND status IN ('delivered', 'failed')`,
    [DELIVERY_LOG_DAYS],
  );
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    number: BigInt(row.number),
    position: BigInt(row.position),
    createdAt: row.createdAt.toISOString(),
    attemptedAt: iso(row.attemptedAt),
    nextAttemptAt: iso(row.nextAttemptAt),
  };
}

/** A message that an endpoint has rejected while it accepted later ones, for operators. */
export interface ParkedMessage {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly type: string;
  /** In the log of events. */
  readonly position: string;
  readonly attempts: number;
  readonly createdAt: Date;
  /** HTTP status; null: no answer. */
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** `pending`: it is being sent again. */
  readonly status: 'failed' | 'pending';
}

/** Oldest first. @param endpointId null: of all endpoints */
export async function parkedMessages(db: Queryable, endpointId: string | null): Promise<readonly ParkedMessage[]> {
  const { rows } = await db.query<ParkedMessage>(
    `SELECT e.tenant_id AS "tenantId", endpoint_id AS "endpointId", d.delivery_id AS "deliveryId", type, d.position::text,
       d.attempts, d.created_at AS "createdAt", response_status AS "responseStatus", error, status
     FROM webhooks.deliveries d JOIN webhooks.endpoints e USING (endpoint_id)
     WHERE parked_at IS NOT NULL AND ($1::text IS NULL OR endpoint_id::text = $1) ORDER BY number`,
    [endpointId],
  );
  return rows;
}
