import { randomUUID } from 'node:crypto';
import type { DataRequestKind, DataRequestState, Requester } from '@perktree/contracts/account/data-request-calls';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';

/** A request that is carried out now. */
export interface DataRequest {
  readonly at: Date;
  readonly accountId: string;
  readonly kind: DataRequestKind;
  readonly askedBy: Requester;
  /** Who worked for the operator, or the account of the owner who exported. */
  readonly doneBy: string;
  /** Names of the corrected fields; their values are personal. */
  readonly fields: readonly string[];
}

/** A request that an owner or superadmin enters. */
export interface EnteredRequest extends Omit<DataRequest, 'doneBy' | 'fields'> {
  /** The business; null: the operator. */
  readonly tenantId: string | null;
  readonly enteredBy: string;
  readonly reason: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface StoredRequest extends Omit<EnteredRequest, 'enteredBy' | 'reason'> {
  readonly requestId: string;
  readonly state: DataRequestState;
  /** Null: of the command line. */
  readonly enteredBy: string | null;
  readonly reason: string | null;
  readonly decidedAt: Date | null;
}

/** Claims of a person against the answer end after three years in most countries of the EU. */
const KEPT = '3 years';
const MAX_SHOWN = 200;

const STORED = `request_id AS "requestId", at, account_id AS "accountId", kind, state, asked_by AS "askedBy",
  tenant_id AS "tenantId", entered_by AS "enteredBy", reason, first_name AS "firstName", last_name AS "lastName",
  decided_at AS "decidedAt"`;

export async function recordDataRequest(db: Queryable, request: DataRequest): Promise<void> {
  const { at, accountId, kind, askedBy, doneBy, fields } = request;
  const row = { at, account_id: accountId, kind, asked_by: askedBy, done_by: doneBy, fields };
  await run(db, sql('identity.data_requests').insert({ request_id: randomUUID(), ...row }));
}

/** Records an open request. Of the same kind about the same person, a business has one: the newest words count. */
export async function enterDataRequest(db: Queryable, request: EnteredRequest): Promise<string> {
  const { at, accountId, kind, askedBy, tenantId, enteredBy, reason, firstName, lastName } = request;
  const fields = [...(firstName === null ? [] : ['firstName']), ...(lastName === null ? [] : ['lastName'])];
  const { rows } = await db.query<{ requestId: string }>(
    `INSERT INTO identity.data_requests (request_id, at, account_id, kind, asked_by, done_by, fields, state, tenant_id,
       entered_by, reason, first_name, last_name)
     VALUES ($1, $2, $3, $4, $5, '', $6, 'open', $7, $8, $9, $10, $11)
     ON CONFLICT (COALESCE(tenant_id, '00000000-0000-0000-0000-000000000000'), account_id, kind) WHERE state = 'open' DO UPDATE
     SET asked_by = EXCLUDED.asked_by, fields = EXCLUDED.fields, entered_by = EXCLUDED.entered_by,
       reason = EXCLUDED.reason, first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name
     RETURNING request_id AS "requestId"`,
    [randomUUID(), at, accountId, kind, askedBy, fields, tenantId, enteredBy, reason, firstName, lastName],
  );
  return rows[0]?.requestId ?? '';
}

export async function openDataRequest(db: Queryable, requestId: string): Promise<StoredRequest | null> {
  const { rows } = await db.query<StoredRequest>(
    `SELECT ${STORED} FROM identity.data_requests WHERE request_id = $1 AND state = 'open'`,
    [requestId],
  );
  return rows[0] ?? null;
}

/** Ends a request. The right name is in the account now, or refused. */
export async function endDataRequest(
  db: Queryable,
  end: { readonly requestId: string; readonly state: 'done' | 'refused'; readonly doneBy: string; readonly at: Date },
): Promise<void> {
  await db.query(
    `UPDATE identity.data_requests SET state = $2, done_by = $3, decided_at = $4, first_name = NULL, last_name = NULL
     WHERE request_id = $1`,
    [end.requestId, end.state, end.doneBy, end.at],
  );
}

/** The records stay without what is personal. What was still asked for is done by the erasure. */
export async function clearDataRequests(db: Queryable, accountId: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE identity.data_requests
     SET reason = NULL, first_name = NULL, last_name = NULL, decided_at = CASE state WHEN 'open' THEN $2 ELSE decided_at END,
       state = CASE state WHEN 'open' THEN 'done' ELSE state END
     WHERE account_id = $1`,
    [accountId, now],
  );
}

/** Open ones first, then the newest. @param tenantId null: all */
export async function shownDataRequests(db: Queryable, tenantId: string | null): Promise<readonly StoredRequest[]> {
  const { rows } = await db.query<StoredRequest>(
    `SELECT ${STORED} FROM identity.data_requests WHERE $1::uuid IS NULL OR tenant_id = $1
     ORDER BY (state = 'open') DESC, at DESC, request_id LIMIT ${MAX_SHOWN}`,
    [tenantId],
  );
  return rows;
}

/** All that are kept, newest first. */
export async function dataRequests(db: Queryable): Promise<readonly (DataRequest & { state: DataRequestState })[]> {
  const query = sql('identity.data_requests')
    .orderByRaw('at DESC, request_id')
    .select('at', 'kind', 'fields', 'state', { accountId: 'account_id', askedBy: 'asked_by', doneBy: 'done_by' });
  return (await run<DataRequest & { state: DataRequestState }>(db, query)).rows;
}

export async function deleteOldDataRequests(db: Queryable, now: Date): Promise<void> {
  await run(db, 'DELETE FROM identity.data_requests WHERE at < :now::timestamptz - :KEPT::interval', { now, KEPT });
}
