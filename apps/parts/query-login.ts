import { AUDIT_SCHEMA } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA, PAYOUT_ACCOUNT_HASHES } from '@perktree/command-service/migrations';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { IDENTITY_SCHEMA } from '@perktree/identity/migrations';
import { FILES_SCHEMA, REQUEST_FUNCTIONS } from '@perktree/platform/files/migrations';
import { refuseUnfitServer } from '@perktree/platform/postgres/fit-server';
import { refuseMoreThanReading } from '@perktree/platform/postgres/reader-limits';
import {
  ensureReaderLogin,
  hasReads,
  type ReadableTables,
  readerUrlOf,
} from '@perktree/platform/postgres/reader-login';
import { isSameServer, isStandby, withLoginOf } from '@perktree/platform/postgres/standby';
import { type Configuration, WrongConfiguration } from './configuration/configuration.ts';

const columnsOf = (table: string, columns: string) => [`${IDENTITY_SCHEMA}.${table}`, columns.split(' ')] as const;

/**
 * Rights of the query service. It reads all read models, the events for the audit, the pictures of designs, and the account
 * columns for sessions, names and the export of personal data. Database functions request files, record looks and look up a session by
 * its token, so the service cannot read password hashes, codes or tokens.
 */
const QUERY_SERVICE_READS: ReadableTables = {
  schemas: [READ_MODEL_SCHEMA, EVENT_STORE_SCHEMA, AUDIT_SCHEMA, FILES_SCHEMA],
  columns: Object.fromEntries([
    [
      `${COMMAND_SERVICE_SCHEMA}.refusals`,
      'refusal_id at person_id actor_id site_id qr_id command code refusal_values'.split(' '),
    ],
    columnsOf(
      'users',
      'id email email_verified name first_name last_name created_at weekly_digest_since notifications_read_until',
    ),
    columnsOf('sessions', 'id user_id active_role ip_address user_agent expires_at created_at used_at proved_at'),
    columnsOf('second_factors', 'user_id in_force_since'),
    columnsOf('credentials', 'user_id provider_id created_at'),
    columnsOf('account_roles', 'user_id role granted_at'),
    columnsOf('audits', 'auditor_id user_id tenant_id until'),
    columnsOf('looks', 'look_id minute viewer_id role call tenant_id site_id subject looks reason note'),
    columnsOf('tenants', 'id owner_id created_at'),
    columnsOf('api_keys', 'key_id owner_id name created_at last_used_at'),
    columnsOf('pictures', 'tenant_id hash content'),
    columnsOf('views', 'session_id user_id role until'),
    columnsOf('notes', 'note_id author_id about text salt written_at kept_until'),
    columnsOf('erased_accounts', 'user_id'),
    columnsOf('data_requests', 'account_id at kind asked_by fields'),
    columnsOf('mails', 'id kind user_id invitation_id state reason created_at'),
    columnsOf('distributor_invitations', 'sender_id site_id qr_id email created_at'),
    columnsOf('address_changes', 'user_id email created_at'),
    ['webhooks.endpoints', ['endpoint_id', 'tenant_id']] as const,
    ['webhooks.deliveries', 'delivery_id endpoint_id number type status created_at'.split(' ')] as const,
    columnsOf('invitations', 'invitation_id site_id email created_at expires_at closed_at'),
  ]),
  functions: [
    `${IDENTITY_SCHEMA}.sessions_by_token(text[])`,
    `${PAYOUT_ACCOUNT_HASHES}(text[])`,
    `${IDENTITY_SCHEMA}.record_look(timestamptz, text, text, text, uuid, text, uuid, uuid[])`,
    ...REQUEST_FUNCTIONS,
  ],
};

/** The login of DATABASE_READ_URL, or one that is derived from the secret of the installation. */
export interface QueryLogin {
  readonly url: string;
  /** Whether the product sets its password. */
  readonly isDerived: boolean;
}

export function queryLoginOf(
  { databaseReadUrl }: Pick<Configuration, 'databaseReadUrl'>,
  { connectionString, secret }: { readonly connectionString: string; readonly secret: string },
): QueryLogin {
  if (databaseReadUrl !== null) return { url: databaseReadUrl, isDerived: false };
  return { url: readerUrlOf(connectionString, secret), isDerived: true };
}

/** Creates the login for queries and grants its rights. All tables must exist. */
export function ensureQueryLogin(connectionString: string, login: QueryLogin): Promise<void> {
  const { url: readerUrl, isDerived } = login;
  return ensureReaderLogin({ connectionString, readerUrl, isDerived, readable: QUERY_SERVICE_READS });
}

/**
 * The login for queries at the primary, to read sessions and the position of the newest event, which a standby may not have
 * yet. Null if DATABASE_READ_URL is the primary.
 * @throws WrongConfiguration if it is a standby and no setting names its primary
 */
export async function primaryOf(
  configuration: Pick<Configuration, 'databaseUrl' | 'databaseReadUrl' | 'databasePrimaryUrl'>,
): Promise<string | null> {
  const { databaseUrl, databaseReadUrl, databasePrimaryUrl } = configuration;
  if (databaseReadUrl === null) return null;
  const primary = databasePrimaryUrl ?? (databaseUrl === null ? null : withLoginOf(databaseUrl, databaseReadUrl));
  if (primary !== null) return isSameServer(primary, databaseReadUrl) ? null : primary;
  if (!(await isStandby(databaseReadUrl))) return null;
  throw new WrongConfiguration(
    'DATABASE_PRIMARY_URL is missing: DATABASE_READ_URL is a standby, and sessions are looked up at its primary.',
  );
}

export const hasQueryReads = (login: QueryLogin): Promise<boolean> => hasReads(login.url, QUERY_SERVICE_READS);

/** @throws ReaderLoginRefused if the login may do more than queries need, UnfitServer */
export async function refuseMoreThanQueries(login: QueryLogin): Promise<void> {
  await refuseMoreThanReading(login.url, QUERY_SERVICE_READS);
  await refuseUnfitServer(login.url, 'DATABASE_READ_URL');
}
