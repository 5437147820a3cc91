import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { WebhookSubscription } from '@perktree/contracts/webhook/deliveries';
import type { WebhookBody } from '@perktree/contracts/webhook/messages';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

const MESSAGES = `${READ_MODEL_SCHEMA}.webhook_messages`;

export interface Message {
  readonly position: bigint;
  readonly siteId: string;
  readonly type: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** JSON. */
  readonly data: string;
}

interface Row {
  position: string;
  site_id: string;
  type: string;
  at: Date;
  data: string;
}

/** The next messages of a business, in the order of their positions. */
export async function messagesAfter(
  pool: Pool,
  tenantId: string,
  after: bigint,
  limit: number,
): Promise<readonly Message[]> {
  const { rows } = await pool.query<Row>({
    name: 'webhook-messages',
    text: `SELECT position, site_id, type, at, data FROM ${MESSAGES}
           WHERE tenant_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
    values: [tenantId, after, limit],
  });
  return rows.map(({ position, site_id, type, at, data }) => ({
    position: BigInt(position),
    siteId: site_id,
    type,
    at: at.toISOString(),
    data,
  }));
}

export function isFor({ eventTypes, siteIds }: WebhookSubscription, { type, siteId }: Message): boolean {
  return (eventTypes.includes('*') || eventTypes.includes(type)) && (siteIds === null || siteIds.includes(siteId));
}

/** @param parked messages before it that the endpoint has not accepted */
export function bodyOf({ type, at, position, data }: Message, parked: number): string {
  const about = { type, timestamp: at, position: `${position}`, parked };
  return JSON.stringify({ ...about, data: JSON.parse(data) } satisfies WebhookBody);
}

export async function countMessages(
  pool: Pool,
  tenantId: string,
  { eventTypes, siteIds }: WebhookSubscription,
  after: bigint,
): Promise<number> {
  const query = sql(MESSAGES).where({ tenant_id: tenantId }).where('position', '>', String(after));
  if (!eventTypes.includes('*')) query.whereIn('type', eventTypes);
  if (siteIds !== null) query.whereIn('site_id', siteIds);
  const { rows } = await run<{ count: string }>(pool, query.count());
  return Number(rows[0]?.count ?? 0);
}

/** The position of the last message before a time; 0 if none exists. */
export async function positionBefore(pool: Pool, tenantId: string, from: string): Promise<bigint> {
  const query = sql(MESSAGES).where({ tenant_id: tenantId }).where('at', '<', from).select('position');
  const { rows } = await run<{ position: string }>(pool, query.orderByRaw('at DESC, position DESC').limit(1));
  return BigInt(rows[0]?.position ?? 0);
}
