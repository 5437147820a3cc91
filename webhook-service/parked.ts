import type { Queryable } from '@perktree/platform/postgres/transaction';

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
