import { randomUUID } from 'node:crypto';
import type { Queryable } from '@perktree/platform/postgres/transaction';

/** Who asked the operator: the person, the business that serves them, an authority, or the operator itself. */
export const REQUESTERS = ['person', 'business', 'authority', 'operator'] as const;
export type Requester = (typeof REQUESTERS)[number];

export interface DataRequest {
  readonly at: Date;
  readonly accountId: string;
  readonly kind: 'export' | 'correction' | 'restriction' | 'end_of_restriction' | 'erasure';
  readonly askedBy: Requester;
  /** Who worked for the operator. */
  readonly doneBy: string;
  /** Names of the corrected fields; their values are personal. */
  readonly fields: readonly string[];
}

/** Claims of a person against the answer end after three years in most countries of the EU. */
const KEPT = '3 years';

export async function recordDataRequest(db: Queryable, request: DataRequest): Promise<void> {
  const { at, accountId, kind, askedBy, doneBy, fields } = request;
  await db.query(
    `INSERT INTO identity.data_requests (request_id, at, account_id, kind, asked_by, done_by, fields)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [randomUUID(), at, accountId, kind, askedBy, doneBy, fields],
  );
}

/** All that are kept, newest first. */
export async function dataRequests(db: Queryable): Promise<readonly DataRequest[]> {
  const { rows } = await db.query<DataRequest>(
    `SELECT at, account_id AS "accountId", kind, asked_by AS "askedBy", done_by AS "doneBy", fields
     FROM identity.data_requests ORDER BY at DESC, request_id`,
  );
  return rows;
}

export async function deleteOldDataRequests(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM identity.data_requests WHERE at < $1::timestamptz - $2::interval', [now, KEPT]);
}
