import { randomUUID } from 'node:crypto';
import { run, sql } from '@perktree/platform/postgres/sql';
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
  const row = { at, account_id: accountId, kind, asked_by: askedBy, done_by: doneBy, fields };
  await run(db, sql('identity.data_requests').insert({ request_id: randomUUID(), ...row }));
}

/** All that are kept, newest first. */
export async function dataRequests(db: Queryable): Promise<readonly DataRequest[]> {
  const query = sql('identity.data_requests')
    .orderByRaw('at DESC, request_id')
    .select('at', 'kind', 'fields', { accountId: 'account_id', askedBy: 'asked_by', doneBy: 'done_by' });
  return (await run<DataRequest>(db, query)).rows;
}

export async function deleteOldDataRequests(db: Queryable, now: Date): Promise<void> {
  await run(db, 'DELETE FROM identity.data_requests WHERE at < :now::timestamptz - :KEPT::interval', { now, KEPT });
}
