import { AUDIT_SCHEMA } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA } from '@perktree/command-service/migrations';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { IDENTITY_SCHEMA } from '@perktree/identity/migrations';
import { readOnlyConnectionString } from '@perktree/platform/postgres/read-only';
import { ensureReaderRole, type Readable } from '@perktree/platform/postgres/reader-role';
import type { FastifyBaseLogger } from 'fastify';

const columnsOf = (table: string, columns: string) => [`${IDENTITY_SCHEMA}.${table}`, columns.split(' ')] as const;

/**
 * What the query service reads: all read models, the events for the audit, and of the accounts what shows who is signed
 * in, names, and one's own data as a file. No hashes of passwords and codes, and no tokens.
 */
export const QUERY_SERVICE_READS: Readable = {
  schemas: [READ_MODEL_SCHEMA, EVENT_STORE_SCHEMA, AUDIT_SCHEMA],
  columns: Object.fromEntries([
    [`${COMMAND_SERVICE_SCHEMA}.refusals`, 'refusal_id at person_id actor_id site_id qr_id command code'.split(' ')],
    columnsOf('users', 'id email name first_name last_name created_at'),
    columnsOf('sessions', 'id token user_id active_role ip_address user_agent expires_at created_at used_at'),
    columnsOf('second_factors', 'user_id in_force_since'),
    columnsOf('credentials', 'user_id provider_id created_at'),
    columnsOf('account_roles', 'user_id role granted_at'),
    columnsOf('tenants', 'id owner_id created_at'),
    columnsOf('views', 'session_id user_id role until'),
    columnsOf('notes', 'note_id author_id text written_at'),
    columnsOf('invitations', 'invitation_id site_id email created_at'),
  ]),
};

/** With the migrations: the role that the query service works as, where the database's user may make one. */
export async function ensureQueryReader(connectionString: string): Promise<void> {
  await ensureReaderRole(connectionString, QUERY_SERVICE_READS);
}

/** DATABASE_URL for the query service: its sessions can only read, and little besides what its calls show. */
export function queryConnectionString(
  connectionString: string,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<string> {
  return readOnlyConnectionString({ connectionString, readable: QUERY_SERVICE_READS, logger });
}
