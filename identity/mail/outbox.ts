import type { DigestFigures } from '@perktree/contracts/dashboard/weekly-digest';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { Language } from '@perktree/contracts/kernel/languages';
import {
  type DueMail,
  LEASE_SECONDS,
  type MailboxMail,
  type MailData,
  type MailKind,
  type MailOutbox,
} from '@perktree/contracts/notification/mail';
import { named, run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { ownName } from '../display-name.ts';
import { keepReset, RESET_LASTS_MS } from '../reset-store.ts';
import type { Sealing } from '../sealing.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

/** A mail that could not be sent for this long has failed; in days. */
const KEEP_TRYING_DAYS = 3;

/** Of a mail that is not sent again. */
const WITHOUT_SECRETS = { sealed_token: null, former_address: null };
/** How mails leave: by SMTP, or nowhere but into the mailbox page of a demo, which shows them with their links. */
export type MailDelivery = 'smtp' | 'mailbox';

/** Hands queued mails to the process that sends them. */
export function createOutbox(options: {
  readonly pool: Pool;
  readonly sealing: Sealing;
  readonly clock: () => Date;
  readonly unsubscribeTokens: Pick<UnsubscribeTokens, 'tokenOf'>;
  /** Null: no mail is configured. */
  readonly delivery: MailDelivery | null;
}) {
  const { pool, sealing, clock, unsubscribeTokens, delivery } = options;
  const outbox: MailOutbox = {
    /**
     * Mails with a link go first, as a person waits for them: a payout of thousands, or the digests of a Monday, would delay them.
     * Reports to one person leave in order, also after an outage.
     */
    async take(limit) {
      const now = clock();
      const { rows } = await run<TakenRow>(
        pool,
        `WITH due AS (
           SELECT id FROM identity.mails next WHERE state = 'queued' AND due_at <= :now
             AND (sealed_token IS NOT NULL OR NOT EXISTS (
               SELECT FROM identity.mails earlier
               WHERE earlier.user_id = next.user_id AND earlier.state = 'queued' AND earlier.sealed_token IS NULL
                 AND earlier.created_at < next.created_at))
           ORDER BY sealed_token IS NULL, due_at, created_at LIMIT :limit FOR UPDATE SKIP LOCKED)
         UPDATE identity.mails m SET attempts = m.attempts + 1, due_at = :now::timestamptz + make_interval(secs => ${LEASE_SECONDS})
         FROM due
         WHERE m.id = due.id
         RETURNING m.id, m.kind, m.attempts, m.data, m.sealed_token, m.created_at, m.user_id, m.invitation_id, m.language,
           m.figures, m.former_address`,
        { now, limit },
      );
      const taken = await Promise.all(rows.map((row) => prepared(row, now)));
      return taken.filter((mail) => mail !== null);
    },
    async sent(mail) {
      // The mailbox of a demo still shows the links.
      const kept = delivery === 'mailbox' ? {} : WITHOUT_SECRETS;
      await settle(mail, { state: 'sent', settled_at: clock(), reason: null, ...kept });
    },
    async retry(mail, afterSeconds, reason) {
      const now = clock();
      const since = new Date(now.getTime() - KEEP_TRYING_DAYS * DAY_MS);
      await settle(mail, {
        reason,
        due_at: new Date(now.getTime() + afterSeconds * 1_000),
        state: named("CASE WHEN created_at < :since THEN 'failed' ELSE 'queued' END", { since }),
        settled_at: named('CASE WHEN created_at < :since THEN :now::timestamptz END', { since, now }),
      });
    },
    failed: (mail, reason) => settle(mail, { state: 'failed', settled_at: clock(), reason }),
    bounced: (mail, reason) => settle(mail, { state: 'bounced', settled_at: clock(), reason, ...WITHOUT_SECRETS }),
  };

  async function settle({ id, attempt }: Pick<DueMail, 'id' | 'attempt'>, change: object): Promise<void> {
    await run(pool, sql('identity.mails').where({ id, attempts: attempt, state: 'queued' }).update(change));
  }

  /** The newest mails that were sent, with their links, for the mailbox page of a demo. Before that, a link does not work yet. */
  async function recent(limit: number): Promise<readonly MailboxMail[]> {
    const query = sql('identity.mails').where({ state: 'sent' }).orderByRaw('created_at DESC, id').limit(limit);
    const { rows } = await run<TakenRow>(pool, query);
    const now = clock();
    const mails = await Promise.all(rows.map((row) => mailOf(pool, row, now)));
    return mails.filter((mail) => mail !== null);
  }

  /** Null: the mail has no recipient any more. */
  async function mailOf(db: Queryable, row: TakenRow, now: Date): Promise<DueMail | null> {
    const recipient = await recipientOf(db, row, now);
    if (recipient === null) return null;
    const { address, name, language, isCustomer } = recipient;
    const { id, kind, attempts: attempt, created_at: createdAt, figures, user_id: userId } = row;
    const data = await withInviter(db, row.data);
    const token = row.sealed_token === null ? null : sealing.open(row.sealed_token, id);
    const unsubscribe = kind === 'weekly_digest' && userId !== null ? unsubscribeTokens.tokenOf(userId) : null;
    return {
      id,
      attempt,
      kind,
      data,
      figures,
      createdAt,
      token,
      unsubscribe,
      to: { address, name },
      language: language ?? row.language ?? 'en',
      customerId: isCustomer ? userId : null,
    };
  }

  /** Null: the mail has no recipient any more, or its link would not work. */
  async function prepared(row: TakenRow, now: Date): Promise<DueMail | null> {
    const mail = await inTransaction(pool, async (db) => {
      const due = await mailOf(db, row, now);
      if (due === null || (row.sealed_token !== null && due.token === null)) return null;
      const isOpen = row.kind !== 'reset_password' || (await openReset(db, row, due.token?.split('/')[0] ?? '', now));
      return isOpen ? due : null;
    });
    const { id, attempts: attempt } = row;
    if (mail === null) await settle({ id, attempt }, { state: 'dropped', settled_at: clock(), sealed_token: null });
    return mail;
  }

  return {
    ...outbox,
    recent,
    /** Deletes mails 30 days after they were sent, bounced, dropped or failed. */
    async deleteOld(): Promise<void> {
      await run(
        pool,
        `DELETE FROM identity.mails WHERE state <> 'queued' AND COALESCE(settled_at, created_at) < :now::timestamptz - interval '30 days'
           AND (token_expires_at IS NULL OR token_expires_at < :now)`,
        { now: clock() },
      );
    },
  };
}

/** `inviter`, the name of the account with the id `inviterId`, in its place. Left out where the account has none, or no longer exists. */
async function withInviter(db: Queryable, { inviterId, ...data }: MailData): Promise<MailData> {
  if (inviterId === undefined) return data;
  const query = sql('identity.users')
    .where({ id: inviterId })
    .select({ firstName: 'first_name', lastName: 'last_name' });
  const { rows } = await run<{ firstName: string | null; lastName: string | null }>(db, query);
  const inviter = rows[0] ? ownName(rows[0]) : null;
  return inviter === null ? data : { ...data, inviter };
}

interface TakenRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly attempts: number;
  readonly data: MailData;
  readonly sealed_token: string | null;
  readonly created_at: Date;
  readonly user_id: string | null;
  readonly invitation_id: string | null;
  readonly former_address: string | null;
  readonly language: Language | null;
  readonly figures: DigestFigures | null;
}

interface Recipient {
  readonly address: string;
  readonly name: string | null;
  readonly language: Language | null;
  /** The account is a customer and nothing else. */
  readonly isCustomer: boolean;
}

async function recipientOf(
  db: Queryable,
  { id, kind, user_id: userId, invitation_id: invitationId, former_address: formerAddress }: TakenRow,
  now: Date,
): Promise<Recipient | null> {
  const { rows } = await run<{
    address: string;
    firstName: string | null;
    lastName: string | null;
    language: Language | null;
    isVerified: boolean | null;
    isCustomer: boolean;
  }>(
    db,
    `SELECT COALESCE(i.email, d.email, a.email, :formerAddress, u.email) AS address, u.first_name AS "firstName", u.last_name AS "lastName", u.language,
       u.email_verified AND COALESCE(i.email, d.email, a.email) IS NULL AS "isVerified",
       NOT EXISTS (SELECT 1 FROM identity.account_roles r WHERE r.user_id = u.id AND r.role <> 'customer') AS "isCustomer"
     FROM (SELECT :userId::uuid AS user_id, :invitationId::text AS invitation_id) m
     LEFT JOIN identity.users u ON u.id = m.user_id
     LEFT JOIN identity.invitations i ON i.invitation_id = m.invitation_id AND i.closed_at IS NULL AND i.expires_at > :now
     LEFT JOIN identity.distributor_invitations d ON d.mail_id = :id
     LEFT JOIN identity.address_changes a ON a.mail_id = :id
     WHERE CASE WHEN :toDistributor THEN d.email IS NOT NULL
       WHEN m.invitation_id IS NULL THEN u.id IS NOT NULL ELSE i.email IS NOT NULL END
       AND (:isNoDigest OR u.weekly_digest_since IS NOT NULL)`,
    {
      userId,
      invitationId,
      formerAddress,
      now,
      id,
      toDistributor: kind === 'invite_distributor',
      isNoDigest: kind !== 'weekly_digest',
    },
  );
  const row = rows[0];
  if (!row) return null;
  const { address, firstName, lastName, language, isVerified, isCustomer } = row;
  // Anyone can register any address: the name would be a text to a stranger.
  return { address, language, isCustomer, name: isVerified ? ownName({ firstName, lastName }) : null };
}

/**
 * Makes the link of a mail good for an hour from now. False: it was used or replaced meanwhile. Its lock makes the use of a
 * link wait, so that a repeated mail cannot revive it.
 */
async function openReset(db: Queryable, row: TakenRow, token: string, now: Date): Promise<boolean> {
  // The use of a link locks the account first, too.
  await run(db, sql('identity.users').where({ id: row.user_id }).forKeyShare().select('id'));
  const { rowCount } = await db.query(
    `SELECT 1 FROM identity.mails m WHERE id = $1 AND state = 'queued' AND NOT EXISTS (
       SELECT 1 FROM identity.mails newer WHERE newer.user_id = m.user_id AND newer.kind = m.kind
         AND (newer.created_at, newer.id) > (m.created_at, m.id))
     FOR UPDATE`,
    [row.id],
  );
  if (rowCount === 0 || row.user_id === null) return false;
  await keepReset(db, { userId: row.user_id, token, until: new Date(now.getTime() + RESET_LASTS_MS), byMail: true });
  return true;
}
