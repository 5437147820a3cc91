import { randomBytes, randomUUID } from 'node:crypto';
import { accountCalls } from '@perktree/contracts/account/calls';
import { DAY_MS, HOUR_MS } from '@perktree/contracts/kernel/durations';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import type { Audits, Session } from '@perktree/platform/http/session';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { auditsOf, auditsSql } from './audits.ts';
import { firstHeld, rolesInOrder } from './intents.ts';
import { createSessionCache, type FoundSession } from './session-cache.ts';
import { listenForSessions } from './session-changes.ts';
import { SESSION_SECONDS, type Visitor } from './session-cookie.ts';

/** Idle limit of a session in milliseconds, shorter for superadmins (docs/reference/domain-rules.md#sessions-and-passwords). */
export const IDLE_LIMIT_MS = { superadmin: 12 * HOUR_MS, others: 7 * DAY_MS } as const;
/** Last use is recorded at most every five minutes, so an idle session can end up to five minutes early. */
export const NOTE_EVERY_MS = 5 * 60_000;
const MAX_ENTRIES = 10_000;
const READING = new Set(['GET', 'HEAD']);

/** By all roles of the account: by the active role alone, switching roles would prolong a session. */
const idleLimitOf = (roles: readonly Role[]): number =>
  roles.includes('superadmin') ? IDLE_LIMIT_MS.superadmin : IDLE_LIMIT_MS.others;

/** Opening a page and every change count as use. Background reads of an open page do not, or sessions would never end. */
export const isUse = (request: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  !READING.has(request.method) || request.url === accountCalls.user.path;

type SessionUse = ReturnType<typeof createSessionUse>;

/** Records the last use of sessions. In five minutes each process sends one statement for a session, and one of them changes the row. */
export function createSessionUse(pool: Pool, clock: () => Date) {
  const notedAt = new LRUCache<string, number>({ max: MAX_ENTRIES });

  return {
    /** The look-up has already read the last use, and most sessions were used recently, so they need no statement. */
    found(token: string, usedAt: Date): void {
      if (usedAt.getTime() > (notedAt.get(token) ?? 0)) notedAt.set(token, usedAt.getTime());
    },

    /** In the background. If it fails, the next use is recorded. */
    note(token: string): void {
      const now = clock();
      const last = notedAt.get(token);
      if (last !== undefined && now.getTime() - last < NOTE_EVERY_MS) return;
      notedAt.set(token, now.getTime());
      pool
        .query({
          name: 'identity-note-use',
          text: 'UPDATE identity.sessions SET used_at = $2 WHERE token = $1 AND used_at <= $3',
          values: [token, now, new Date(now.getTime() - NOTE_EVERY_MS)],
        })
        .catch(() => notedAt.delete(token));
    },
  };
}

/** 256 random bits. */
const TOKEN_BYTES = 32;
/** Clients choose this header's length; the column is for a person to recognise a device by. */
const USER_AGENT_LENGTH = 300;

export type SessionStore = ReturnType<typeof createSessionStore>;

interface SessionRow {
  token: string;
  id: string;
  user_id: string;
  active_role: Role;
  roles: Role[];
  used_at: Date;
  expires_at: Date;
  tenant_id: string | null;
  audits: Audits | null;
  /** The user that the session views the product as; all null: no view. */
  viewed_id: string | null;
  viewed_role: Role | null;
  viewed_tenant_id: string | null;
  viewed_roles: Role[];
  viewed_audits: Audits | null;
  viewed_until: Date | null;
}

const FIND_SESSION = `
  SELECT s.token, s.id, s.user_id, s.active_role, s.used_at, s.expires_at, t.id AS tenant_id,
         ARRAY(SELECT r.role FROM identity.account_roles r WHERE r.user_id = s.user_id) AS roles,
         ${auditsSql('s.user_id', '$2')} AS audits,
         v.user_id AS viewed_id, v.role AS viewed_role, v.until AS viewed_until, vt.id AS viewed_tenant_id,
         ARRAY(SELECT r.role FROM identity.account_roles r WHERE r.user_id = v.user_id) AS viewed_roles,
         ${auditsSql('v.user_id', '$2')} AS viewed_audits
  FROM identity.sessions_by_token($1) s LEFT JOIN identity.tenants t ON t.owner_id = s.user_id
  LEFT JOIN identity.views v ON v.session_id = s.id AND v.until > $2
  LEFT JOIN identity.tenants vt ON vt.owner_id = v.user_id
  WHERE s.expires_at > $2`;

/** Most sessions per statement, and most concurrent statements. */
const TOGETHER = { max: 100, underWay: 1, isOfOne: isRefusedValue };

/**
 * @param options.shared other processes end sessions and switch roles, too
 * @param options.listens logs that it cannot listen for such changes. Null: it does not listen, and keeps sessions for a second,
 *   or not at all if `shared`
 */
export function createSessionStore(
  pool: Pool,
  clock: () => Date,
  use: Pick<SessionUse, 'found'>,
  { shared, listens }: { readonly shared: boolean; readonly listens: Pick<FastifyBaseLogger, 'warn' | 'info'> | null },
) {
  const changes =
    listens &&
    listenForSessions(pool, listens, (userId) => (userId === null ? cache.forgetAll() : cache.forgetUser(userId)));
  const cache = createSessionCache(clock, {
    ...(shared && { keepMs: 0 }),
    ...(changes && { hearsAll: changes.hearsAll }),
  });
  const look = coalesced(async (tokens: readonly string[]) => {
    const now = clock();
    const { rows } = await pool.query<SessionRow>({
      name: 'identity-find-session',
      text: FIND_SESSION,
      values: [[...new Set(tokens)], now],
    });
    for (const { token, used_at } of rows) use.found(token, used_at);
    const found = new Map(rows.map((row) => [row.token, isIdle(row, now) ? null : foundOf(row)]));
    return tokens.map((token) => found.get(token) ?? null);
  }, TOGETHER);

  return {
    rotate: (db: Queryable, entry: NewSession): Promise<string> => rotate(db, clock(), entry),

    /**
     * The session of a token; null also past the idle limit. At most one second old where this process does not hear of changes;
     * changes by this process show immediately.
     */
    find(token: string): Promise<Session | null> {
      return cache.get(token, () => look(token));
    },

    standIn: (userId: string, role: string): Promise<Session | null> => standIn(pool, clock(), userId, role),

    async end(token: string): Promise<void> {
      await run(pool, sql('identity.sessions').where({ token }).delete());
      cache.forget(token);
    },

    /** @throws Refused ROLE_NOT_HELD, also where the role is taken away at this very moment */
    async switchRole(session: Session, role: Role): Promise<void> {
      const { rowCount } = await run(
        pool,
        `UPDATE identity.sessions s SET active_role = :role, updated_at = :now
         WHERE s.id = :sessionId AND (EXISTS (
           SELECT FROM identity.account_roles r WHERE r.user_id = s.user_id AND r.role = :role)
           OR :role::text = 'auditor' AND ${auditsSql('s.user_id', ':now')} IS NOT NULL)`,
        { sessionId: session.sessionId, role, now: clock() },
      );
      if (rowCount === 0) throw new Refused('ROLE_NOT_HELD', { role });
      cache.forgetAll();
    },

    close(): void {
      changes?.close();
    },

    /** To be called after the commit that ended the session of a token. */
    forget(token: string): void {
      cache.forget(token);
    },
    /** To be called after a commit that changed roles. */
    forgetAll(): void {
      cache.forgetAll();
    },

    /** Deletes expired sessions and abandoned logins at a provider. */
    async deleteExpired(): Promise<void> {
      const idleSince = new Date(clock().getTime() - IDLE_LIMIT_MS.others);
      const expired = (table: string) => sql(table).where('expires_at', '<=', clock());
      await run(pool, expired('identity.sessions').orWhere('used_at', '<=', idleSince).delete());
      await run(pool, expired('identity.verifications').delete());
    },
  };
}

type NewSession = Visitor & { readonly userId: string; readonly activeRole: Role };

/**
 * Begins a session in the caller's transaction and ends the browser's previous one, so that a token known before a
 * login is useless after it. @returns the new token @throws Refused ACCOUNT_LOCKED
 */
async function rotate(db: Queryable, now: Date, entry: NewSession): Promise<string> {
  await refuseLocked(db, entry.userId);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { userId, activeRole, device, previousToken } = entry;
  const row = {
    id: randomUUID(),
    token,
    user_id: userId,
    active_role: activeRole,
    ip_address: device.ip,
    user_agent: device.userAgent?.slice(0, USER_AGENT_LENGTH),
    created_at: now,
    updated_at: now,
    used_at: now,
    expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000),
  };
  await run(db, sql('identity.sessions').insert(row));
  if (previousToken) await run(db, sql('identity.sessions').where({ token: previousToken }).delete());
  return token;
}

/** A session for work on behalf of a user, in one of their roles; null if the user does not have it now. */
async function standIn(pool: Pool, now: Date, userId: string, role: string): Promise<Session | null> {
  const { rows } = await run<{ roles: Role[]; tenant_id: string | null; audits: Audits | null }>(
    pool,
    `SELECT ARRAY(SELECT r.role FROM identity.account_roles r WHERE r.user_id = u.id) AS roles, t.id AS tenant_id,
       ${auditsSql('u.id', ':now')} AS audits
     FROM identity.users u LEFT JOIN identity.tenants t ON t.owner_id = u.id
     WHERE u.id = :userId AND u.locked_at IS NULL`,
    { userId, now },
  );
  const [row] = rows;
  if (row === undefined) return null;
  const roles = withAuditor(row.roles, row.audits);
  const active = roles.find((held) => held === role);
  if (active === undefined) return null;
  return {
    sessionId: randomUUID(),
    userId,
    role: active,
    allRoles: rolesInOrder(roles),
    tenantId: tenantOf(roles, row.tenant_id),
    ...auditsOf(row.audits),
  };
}

/** Each session begins here, so a locked account has none. Waits for an operator who locks the account at this moment. */
async function refuseLocked(db: Queryable, userId: string): Promise<void> {
  const query = sql('identity.users').where({ id: userId }).forShare().select('locked_at');
  const { rows } = await run<{ locked_at: Date | null }>(db, query);
  if (rows[0]?.locked_at) throw new Refused('ACCOUNT_LOCKED');
}

const isIdle = (row: SessionRow, now: Date) => now.getTime() - row.used_at.getTime() >= idleLimitOf(row.roles);

function foundOf(row: SessionRow): FoundSession | null {
  const session = sessionOf(row);
  if (session === null) return null;
  const ends = [row.expires_at, row.viewed_until, session.audits?.until, session.view?.own.audits?.until];
  const times = ends.flatMap((end) => (end ? new Date(end).getTime() : []));
  return { session, until: Math.min(row.used_at.getTime() + idleLimitOf(row.roles), ...times) };
}

/** Null if the account has no role, and so no rights. */
function sessionOf(row: SessionRow): Session | null {
  const { id: sessionId, user_id: userId } = row;
  const roles = withAuditor(row.roles, row.audits);
  const role = roles.includes(row.active_role) ? row.active_role : firstHeld(roles);
  if (role === undefined) return null;
  const tenantId = tenantOf(roles, row.tenant_id);
  const own = { sessionId, userId, role, allRoles: rolesInOrder(roles), tenantId, ...auditsOf(row.audits) };
  return viewedBy(own, row) ?? own;
}

/** The session of the viewed user; null without a view, or after the user was erased. */
function viewedBy(own: Session, row: SessionRow): Session | null {
  const { viewed_id: userId, viewed_role: role, viewed_until: until } = row;
  const roles = withAuditor(row.viewed_roles, row.viewed_audits);
  if (userId === null || role === null || until === null) return null;
  // By what both hold now, not when the view began.
  const isAllowed = own.allRoles.includes('superadmin') && !roles.includes('superadmin') && roles.includes(role);
  if (!isAllowed) return null;
  const { sessionId } = own;
  const tenantId = tenantOf(roles, row.viewed_tenant_id);
  const view = { until: until.toISOString(), own };
  return { sessionId, userId, role, allRoles: rolesInOrder(roles), tenantId, ...auditsOf(row.viewed_audits), view };
}

/** The role ends with the right to read: it is not stored. */
const withAuditor = (roles: readonly Role[], audits: Audits | null): readonly Role[] =>
  audits === null ? roles : [...roles, 'auditor'];

const tenantOf = (roles: readonly Role[], tenantId: string | null) => (roles.includes('site_owner') ? tenantId : null);
