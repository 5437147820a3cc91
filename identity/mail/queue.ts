import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { invitationPageOf, linkPageOf } from '@perktree/contracts/account/return-to';
import type { SecurityNotice } from '@perktree/contracts/kernel/call';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { Language } from '@perktree/contracts/kernel/languages';
import type { DistributorInvitations, InvitationMailKind, MailData } from '@perktree/contracts/notification/mail';
import type { Owner } from '@perktree/platform/http/mount-call';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { changeAddress, verifyAddress } from '../account-store.ts';
import { forgetReset } from '../reset-store.ts';
import type { Sealing } from '../sealing.ts';
import type { MailDelivery } from './outbox.ts';

/** How long the link of a verification mail can be used, in milliseconds. */
const VERIFICATION_LASTS_MS = 7 * DAY_MS;
/** 256 random bits. */
const TOKEN_BYTES = 32;

const mailTokenHash = (token: string) => createHash('sha256').update(token).digest();

const verifications = (userId: string) => sql('identity.mails').where({ user_id: userId, kind: 'verify_address' });
const addressChanges = (userId: string) => sql('identity.address_changes').where({ user_id: userId });
const ended = {
  token_hash: null,
  sealed_token: null,
  state: sql.raw("CASE state WHEN 'queued' THEN 'dropped' ELSE state END"),
};

/** Ends the links that verify or change the address of an account. */
async function endVerifications(db: Queryable, userId: string): Promise<void> {
  await run(db, verifications(userId).update(ended));
  await run(db, addressChanges(userId).delete());
}

/** Ends the links that would give an account another address: they may be at a mistyped one, or at that of a thief. */
export async function endAddressChanges(db: Queryable, userId: string): Promise<void> {
  await run(db, verifications(userId).whereIn('id', addressChanges(userId).select('mail_id')).update(ended));
  await run(db, addressChanges(userId).delete());
}

/** Ends all links that were mailed to the address that an account had: they would verify the new one, or log another person in. */
export async function endLinksToAddress(db: Queryable, userId: string): Promise<void> {
  await endVerifications(db, userId);
  await forgetReset(db, userId);
}

/** The data of a mail whose link leads back to a link page. */
function returnData(returnTo: string | undefined): string {
  const page = linkPageOf(returnTo);
  return JSON.stringify(page === null ? {} : { returnTo: page.path });
}

/** Queues mails in the transactions that they report, with the tokens of their links sealed. */
export class MailQueue {
  /** @param delivery how mails leave; null: no mail is configured, and none is queued */
  constructor(
    readonly delivery: MailDelivery | null,
    private readonly sealing: Sealing,
    private readonly clock: () => Date,
  ) {}

  /** Asks an account to verify its address. @param returnTo the page that the person came from */
  async queueVerification(db: Queryable, userId: string, returnTo?: string): Promise<void> {
    if (this.delivery !== null) await this.storeVerification(db, userId, returnTo);
  }

  /**
   * Asks at a new address whether the account shall have it. Once while the link of an earlier mail there works. Links at other
   * addresses end: one that was mistyped is a stranger's.
   */
  async queueAddressChange(db: Queryable, userId: string, email: string): Promise<void> {
    const { rowCount } = await run(
      db,
      `SELECT 1 FROM identity.address_changes a JOIN identity.mails m ON m.id = a.mail_id
       WHERE a.user_id = :userId AND a.email = :email AND m.token_hash IS NOT NULL AND m.token_expires_at > :now`,
      { userId, email, now: this.clock() },
    );
    if (this.delivery === null || rowCount !== 0) return;
    await endAddressChanges(db, userId);
    const mailId = await this.storeVerification(db, userId);
    const change = { mail_id: mailId, user_id: userId, email, created_at: this.clock() };
    await run(db, sql('identity.address_changes').insert(change));
  }

  private async storeVerification(db: Queryable, userId: string, returnTo?: string): Promise<string> {
    const now = this.clock();
    const id = randomUUID();
    const { hash, sealed } = this.newToken(id, returnTo);
    const mail = {
      id,
      kind: 'verify_address',
      user_id: userId,
      sealed_token: sealed,
      token_hash: hash,
      state: 'queued',
      token_expires_at: new Date(now.getTime() + VERIFICATION_LASTS_MS),
      due_at: now,
      created_at: now,
      data: returnData(returnTo),
    };
    await run(db, sql('identity.mails').insert(mail));
    return id;
  }

  /**
   * Sends a link for a new password to the account of an address. For an unknown address it stores a mail that is not
   * sent: the same work, so that neither answer nor time reveals whether there is an account.
   */
  async queueReset(db: Queryable, email: string, language: Language | null, returnTo?: string): Promise<void> {
    if (this.delivery === null) return;
    const id = randomUUID();
    const { sealed } = this.newToken(id, returnTo);
    await run(
      db,
      `WITH owner AS (
         SELECT (SELECT u.id FROM identity.users u JOIN identity.credentials c ON c.user_id = u.id
                 WHERE u.email = :email AND c.provider_id = 'credential' AND c.password IS NOT NULL) AS id)
       INSERT INTO identity.mails (id, kind, user_id, language, sealed_token, state, due_at, created_at, data)
       SELECT :id, 'reset_password', owner.id, :language, :sealed, CASE WHEN owner.id IS NULL THEN 'dropped' ELSE 'queued' END, :now, :now, :data
       FROM owner`,
      { id, email, language, sealed, now: this.clock(), data: returnData(returnTo) },
    );
  }

  /** Sends the link of an invitation to its address. */
  async queueInvitation(
    db: Queryable,
    invitation: {
      readonly invitationId: string;
      readonly token: string;
      readonly language: Language | null;
      readonly data: MailData;
      readonly kind: InvitationMailKind;
      /** Null: the invitation has one mail. */
      readonly repeat: string | null;
    },
  ): Promise<void> {
    if (this.delivery === null) return;
    const { invitationId, token, language, data, kind, repeat } = invitation;
    // The same invitation is the same mail, unless it is sent again: then the earlier link no longer works.
    const id = `invitation-${invitationId}${repeat === null ? '' : `-${repeat}`}`;
    const sealed = this.sealing.seal(token, id);
    if (repeat !== null) {
      const earlier = sql('identity.mails').where({ invitation_id: invitationId, state: 'queued' }).whereNot({ id });
      await run(db, earlier.update({ state: 'dropped', sealed_token: null }));
    }
    await run(
      db,
      `INSERT INTO identity.mails (id, kind, user_id, invitation_id, language, data, sealed_token, state, due_at, created_at)
       SELECT :id, :kind, u.id, i.invitation_id, CASE WHEN u.language IS NULL THEN :language END, :data, :sealed, 'queued', :now, :now
       FROM identity.invitations i LEFT JOIN identity.users u ON u.email = i.email
       WHERE i.invitation_id = :invitationId ON CONFLICT (id) DO NOTHING`,
      { id, kind, invitationId, language, data: JSON.stringify(data), sealed, now: this.clock() },
    );
  }

  /** Sends the distributor link of a QR to an address, which is kept as long as the mail. */
  async queueDistributorInvitation(
    db: Queryable,
    invitation: Parameters<DistributorInvitations['send']>[0],
  ): Promise<void> {
    const { invitationId, siteId, qrId, senderId, email, token, siteName, language } = invitation;
    const id = `distributor-invitation-${invitationId}`;
    const now = this.clock();
    const data = JSON.stringify({ site: siteName, siteId, inviterId: senderId });
    await run(
      db,
      `INSERT INTO identity.mails (id, kind, user_id, language, data, sealed_token, state, due_at, created_at)
       SELECT :id, 'invite_distributor', u.id, CASE WHEN u.language IS NULL THEN :language END, :data, :sealed, 'queued', :now, :now
       FROM (SELECT :email::text AS email) i LEFT JOIN identity.users u ON u.email = i.email ON CONFLICT (id) DO NOTHING`,
      { id, email, language, data, sealed: this.sealing.seal(token, id), now },
    );
    await run(
      db,
      `INSERT INTO identity.distributor_invitations (invitation_id, mail_id, site_id, qr_id, sender_id, email, created_at)
       VALUES (:invitationId, :id, :siteId, :qrId, :senderId, :email, :now) ON CONFLICT (invitation_id) DO NOTHING`,
      { invitationId, id, siteId, qrId, senderId, email, now },
    );
  }

  /** Tells an account what a sensitive call has done. Only a verified address: another one can be a stranger's. */
  async queueNotice(db: Queryable, owner: Owner, notice: SecurityNotice): Promise<void> {
    if (this.delivery === null) return;
    const [column, whose] = 'userId' in owner ? ['u.id', owner.userId] : ['t.id', owner.tenantId];
    await run(
      db,
      `INSERT INTO identity.mails (id, kind, user_id, data, state, due_at, created_at)
       SELECT :id, 'security_notice', u.id, :data, 'queued', :now, :now FROM identity.users u
       LEFT JOIN identity.tenants t ON t.owner_id = u.id
       WHERE ${column} = :whose AND u.email_verified LIMIT 1`,
      { id: randomUUID(), whose, data: JSON.stringify({ notice }), now: this.clock() },
    );
  }

  /**
   * The account whose address the link verifies or replaces; its other links of this kind end. A link at an address that is
   * verified already changes nothing, however old it is. Null: unknown or expired, at an address that the account no longer
   * has, or another account has the new address by now.
   */
  async useVerification(db: Queryable, token: string): Promise<string | null> {
    const used = { hash: mailTokenHash(token), now: this.clock() };
    const mail = "identity.mails m WHERE m.token_hash = :hash AND m.kind = 'verify_address'";
    // First, as all calls do that end links.
    await run(db, `SELECT FROM identity.users WHERE id = (SELECT m.user_id FROM ${mail}) FOR UPDATE`, used);
    const { rows } = await run<{
      id: string;
      userId: string;
      newEmail: string | null;
      isVerified: boolean;
      isOpen: boolean;
    }>(
      db,
      `SELECT m.id, u.id AS "userId", a.email AS "newEmail", u.email_verified AS "isVerified", m.token_expires_at > :now AS "isOpen"
       FROM (SELECT m.* FROM ${mail}) m JOIN identity.users u ON u.id = m.user_id
       LEFT JOIN identity.address_changes a ON a.mail_id = m.id`,
      used,
    );
    const [link] = rows;
    if (link === undefined) return null;
    const { userId, newEmail } = link;
    if (newEmail === null && link.isVerified) return userId;
    if (!link.isOpen) return null;
    if (newEmail === null) {
      await endAddressChanges(db, userId);
      // Links that were mailed show that the address is verified.
      await run(db, verifications(userId).where({ state: 'queued' }).update({ state: 'dropped', sealed_token: null }));
      await verifyAddress(db, userId);
      return userId;
    }
    if (!(await changeAddress(db, userId, { email: newEmail, isVerified: true }))) {
      await endVerifications(db, userId);
      return null;
    }
    await run(db, addressChanges(userId).delete());
    await run(db, verifications(userId).whereNot({ id: link.id }).update(ended));
    await forgetReset(db, userId);
    return userId;
  }

  /** The page of an invitation is sealed behind the token: it has a token itself, and the invited person comes back to it. */
  private newToken(id: string, returnTo?: string) {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const sealed = this.sealing.seal(token + (invitationPageOf(returnTo) ?? ''), id);
    return { hash: mailTokenHash(token), sealed };
  }
}
