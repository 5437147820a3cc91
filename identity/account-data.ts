import type { OwnData } from '@perktree/contracts/account/data-calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Session } from '@perktree/platform/http/session';
import { run } from '@perktree/platform/postgres/sql';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { rolesInOrder } from './intents.ts';

/** Everything that the account store holds about a person. Null: the account is gone. */
export async function accountDataOf(
  pool: Pool,
  session: Pick<Session, 'userId' | 'sessionId'>,
): Promise<Omit<OwnData, 'exportedAt' | 'records'> | null> {
  // One snapshot, so that the parts fit each other.
  return inTransaction(pool, async (db) => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { userId } = session;
    const rowsOf = async <Row extends object>(text: string) => (await run<Row>(db, text, { userId })).rows;
    const [account] = await rowsOf<AccountRow>(
      'SELECT id, email, first_name, last_name, created_at, weekly_digest_since, notifications_read_until FROM identity.users WHERE id = :userId',
    );
    if (!account) return null;
    const [tenant] = await rowsOf<{ id: string }>('SELECT id FROM identity.tenants WHERE owner_id = :userId');
    const roles = await rowsOf<{ role: Role; granted_at: Date }>(
      'SELECT role, granted_at FROM identity.account_roles WHERE user_id = :userId',
    );
    const methods = await rowsOf<{ provider_id: string; created_at: Date }>(
      'SELECT provider_id, created_at FROM identity.credentials WHERE user_id = :userId ORDER BY created_at',
    );
    const [secondFactor] = await rowsOf<{ since: Date }>(
      `SELECT in_force_since AS since FROM identity.second_factors
       WHERE user_id = :userId AND in_force_since IS NOT NULL`,
    );
    const sessions = await rowsOf<SessionRow>(
      `SELECT id, created_at, used_at, expires_at, ip_address, user_agent FROM identity.sessions
       WHERE user_id = :userId ORDER BY created_at DESC`,
    );
    const invitations = await rowsOf<{ site_id: string; created_at: Date }>(
      `SELECT i.site_id, i.created_at
       FROM (SELECT site_id, email, created_at FROM identity.invitations
             UNION ALL SELECT site_id::text, email, created_at FROM identity.distributor_invitations) i
       JOIN identity.users u ON u.email = i.email WHERE u.id = :userId ORDER BY i.created_at DESC`,
    );
    const sentInvitations = await rowsOf<{ email: string; site_id: string; qr_id: string; created_at: Date }>(
      `SELECT email, site_id, qr_id, created_at FROM identity.distributor_invitations
       WHERE sender_id = :userId ORDER BY created_at DESC`,
    );
    const notes = await rowsOf<{ text: string; written_at: Date }>(
      `SELECT text, written_at FROM identity.notes
       WHERE author_id = :userId::text AND text IS NOT NULL ORDER BY written_at DESC`,
    );
    const mails = await rowsOf<{ kind: string; state: string; created_at: Date }>(
      'SELECT kind, state, created_at FROM identity.mails WHERE user_id = :userId ORDER BY created_at DESC',
    );
    const views = await rowsOf<{ role: string; until: Date }>(
      'SELECT role, until FROM identity.views WHERE user_id = :userId ORDER BY until DESC',
    );
    // Subjects are ids, separated by spaces.
    const looks = await rowsOf<{ role: string; call: string; minute: Date }>(
      `SELECT role, call, minute FROM identity.looks
       WHERE :userId::text = ANY (string_to_array(subject, ' ')) ORDER BY minute DESC`,
    );
    const apiKeys = await rowsOf<{ name: string; created_at: Date; last_used_at: Date | null }>(
      'SELECT name, created_at, last_used_at FROM identity.api_keys WHERE owner_id = :userId ORDER BY created_at DESC',
    );
    const requests = await rowsOf<{ at: Date; kind: string; asked_by: string; fields: string[] }>(
      'SELECT at, kind, asked_by, fields FROM identity.data_requests WHERE account_id = :userId ORDER BY at DESC',
    );
    const [change] = await rowsOf<{ email: string }>(
      'SELECT email FROM identity.address_changes WHERE user_id = :userId ORDER BY created_at DESC LIMIT 1',
    );
    const order = rolesInOrder(roles.map(({ role }) => role));
    return {
      account: {
        id: account.id,
        email: account.email,
        firstName: account.first_name,
        lastName: account.last_name,
        createdAt: account.created_at.toISOString(),
      },
      tenantId: tenant?.id ?? null,
      roles: roles
        .map(({ role, granted_at }) => ({ role, grantedAt: granted_at.toISOString() }))
        .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role)),
      signInMethods: methods.map((row) => ({ provider: row.provider_id, since: row.created_at.toISOString() })),
      secondFactor: secondFactor ? { since: secondFactor.since.toISOString() } : null,
      sessions: sessions.map((row) => ({
        startedAt: row.created_at.toISOString(),
        lastUsedAt: row.used_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        ipAddress: row.ip_address,
        userAgent: row.user_agent,
        isThisOne: row.id === session.sessionId,
      })),
      mails: mails.map(({ kind, state, created_at }) => ({ kind, state, createdAt: created_at.toISOString() })),
      views: views.map(({ role, until }) => ({ role, until: until.toISOString() })),
      looks: looks.map(({ role, call, minute }) => ({ role, call, at: minute.toISOString() })),
      apiKeys: apiKeys.map((row) => ({
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
      dataRequests: requests.map(({ at, kind, asked_by, fields }) => ({
        at: at.toISOString(),
        kind,
        askedBy: asked_by,
        fields,
      })),
      notes: notes.map((row) => ({ text: row.text, writtenAt: row.written_at.toISOString() })),
      invitations: invitations.map((row) => ({ siteId: row.site_id, invitedAt: row.created_at.toISOString() })),
      sentInvitations: sentInvitations.map((row) => ({
        email: row.email,
        siteId: row.site_id,
        qrId: row.qr_id,
        invitedAt: row.created_at.toISOString(),
      })),
      weeklyDigestSince: account.weekly_digest_since?.toISOString() ?? null,
      notificationsReadUntil: account.notifications_read_until?.toISOString() ?? null,
      newEmail: change?.email ?? null,
    };
  });
}

interface AccountRow {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  created_at: Date;
  weekly_digest_since: Date | null;
  notifications_read_until: Date | null;
}

interface SessionRow {
  id: string;
  created_at: Date;
  used_at: Date;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
}
