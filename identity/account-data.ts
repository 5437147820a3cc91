import type { OwnData } from '@perktree/contracts/account/data-calls';
import type { Session } from '@perktree/platform/http/session';
import { run } from '@perktree/platform/postgres/sql';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { rolesInOrder } from './intents.ts';

type Part<Name extends keyof OwnData> = OwnData[Name] extends readonly (infer Row extends object)[] ? Row : never;

/** Everything that the account store holds about a person. Null: the account is gone. */
export async function accountDataOf(
  pool: Pool,
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
): Promise<Omit<OwnData, 'exportedAt' | 'records'> | null> {
  // One snapshot, so that the parts fit each other.
  return inTransaction(pool, async (db) => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    /** Columns are named as the answer names them. */
    const rowsOf = async <Row extends object>(text: string) =>
      (await run<Record<string, unknown>>(db, text, { userId, sessionId })).rows.map(withIsoTimes) as Row[];
    const [user] = await rowsOf<OwnData['account'] & Pick<OwnData, 'weeklyDigestSince' | 'notificationsReadUntil'>>(
      `SELECT id, email, first_name AS "firstName", last_name AS "lastName", created_at AS "createdAt",
         weekly_digest_since AS "weeklyDigestSince", notifications_read_until AS "notificationsReadUntil"
       FROM identity.users WHERE id = :userId`,
    );
    if (!user) return null;
    const { weeklyDigestSince, notificationsReadUntil, ...account } = user;
    const [tenant] = await rowsOf<{ id: string }>('SELECT id FROM identity.tenants WHERE owner_id = :userId');
    const roles = await rowsOf<Part<'roles'>>(
      'SELECT role, granted_at AS "grantedAt" FROM identity.account_roles WHERE user_id = :userId',
    );
    const order = rolesInOrder(roles.map(({ role }) => role));
    const [secondFactor = null] = await rowsOf<NonNullable<OwnData['secondFactor']>>(
      `SELECT in_force_since AS since FROM identity.second_factors
       WHERE user_id = :userId AND in_force_since IS NOT NULL`,
    );
    const [change] = await rowsOf<{ email: string }>(
      'SELECT email FROM identity.address_changes WHERE user_id = :userId ORDER BY created_at DESC LIMIT 1',
    );
    return {
      account,
      tenantId: tenant?.id ?? null,
      roles: roles.sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role)),
      signInMethods: await rowsOf<Part<'signInMethods'>>(
        `SELECT provider_id AS provider, created_at AS since FROM identity.credentials
         WHERE user_id = :userId ORDER BY created_at`,
      ),
      secondFactor,
      sessions: await rowsOf<Part<'sessions'>>(
        `SELECT created_at AS "startedAt", used_at AS "lastUsedAt", expires_at AS "expiresAt", ip_address AS "ipAddress",
           user_agent AS "userAgent", id::text = :sessionId AS "isThisOne"
         FROM identity.sessions WHERE user_id = :userId ORDER BY created_at DESC`,
      ),
      mails: await rowsOf<Part<'mails'>>(
        `SELECT kind, state, created_at AS "createdAt" FROM identity.mails
         WHERE user_id = :userId ORDER BY created_at DESC`,
      ),
      views: await rowsOf<Part<'views'>>(
        'SELECT role, until FROM identity.views WHERE user_id = :userId ORDER BY until DESC',
      ),
      // Subjects are ids, separated by spaces.
      looks: await rowsOf<Part<'looks'>>(
        `SELECT role, call, minute AS at FROM identity.looks
         WHERE :userId::text = ANY (string_to_array(subject, ' ')) ORDER BY minute DESC`,
      ),
      apiKeys: await rowsOf<Part<'apiKeys'>>(
        `SELECT name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM identity.api_keys
         WHERE owner_id = :userId ORDER BY created_at DESC`,
      ),
      dataRequests: await rowsOf<Part<'dataRequests'>>(
        `SELECT at, kind, asked_by AS "askedBy", fields FROM identity.data_requests
         WHERE account_id = :userId ORDER BY at DESC`,
      ),
      notes: await rowsOf<Part<'notes'>>(
        `SELECT text, written_at AS "writtenAt" FROM identity.notes
         WHERE author_id = :userId::text AND text IS NOT NULL ORDER BY written_at DESC`,
      ),
      // Anyone can register any address, so those to an address that is not verified may be another person's.
      invitations: await rowsOf<Part<'invitations'>>(
        `SELECT i.site_id AS "siteId", i.created_at AS "invitedAt"
         FROM (SELECT site_id, email, created_at FROM identity.invitations
               UNION ALL SELECT site_id::text, email, created_at FROM identity.distributor_invitations) i
         JOIN identity.users u ON u.email = i.email AND u.email_verified WHERE u.id = :userId ORDER BY i.created_at DESC`,
      ),
      sentInvitations: await rowsOf<Part<'sentInvitations'>>(
        `SELECT email, site_id AS "siteId", qr_id AS "qrId", created_at AS "invitedAt"
         FROM identity.distributor_invitations WHERE sender_id = :userId ORDER BY created_at DESC`,
      ),
      weeklyDigestSince,
      notificationsReadUntil,
      newEmail: change?.email ?? null,
    };
  });
}

const withIsoTimes = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
