import { Refused } from '@perktree/contracts/kernel/refusals';
import { run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { findCredential, setPassword, tenantOwnedBy, verifyAddress } from './account-store.ts';
import { endAllSessions } from './ended-sessions.ts';
import type { IdentityParts } from './parts.ts';
import { forgetReset, keepReset, newResetToken, ownerOfReset, RESET_LASTS_MS, useReset } from './reset-store.ts';
import { deleteFactor } from './second-factor/factor-store.ts';

/**
 * Revokes the API keys, open device pairings and webhook endpoints of a business. Idempotent; the composition provides it.
 * @param correlationId of the request
 */
export type RevokeAccess = (business: { readonly tenantId: string; readonly correlationId: string }) => Promise<void>;

interface ResetLink {
  readonly userId: string;
  readonly token: string;
  readonly until: Date;
}

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** Links that set a new password. `begin` is for operators, who hand the link over; links of mails are made in mail/outbox.ts. */
export function createPasswordReset(
  services: Pick<IdentityParts, 'pool' | 'sessions' | 'passwords' | 'limits' | 'clock' | 'refuseWeakPassword'>,
) {
  const { pool, sessions, passwords, limits, clock, refuseWeakPassword } = services;

  /** @returns null: no account with a password has this address */
  async function begin(email: string): Promise<ResetLink | null> {
    const credential = await findCredential(pool, email);
    if (credential === null) return null;
    const { userId } = credential;
    const link = { userId, token: newResetToken(), until: new Date(clock().getTime() + RESET_LASTS_MS) };
    await keepReset(pool, { ...link, byMail: false });
    return link;
  }

  /**
   * Changes the password and ends all sessions; a second factor stays. One transaction. A link of a mail verifies the
   * address. Where it was not verified before, the account may have been opened by another person, who keeps nothing:
   * keys, pairings, webhooks and second factor go.
   * @returns whose it is
   * @throws Refused RESET_LINK_INVALID for any fault of the link, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL,
   *   TOO_MANY_REQUESTS
   */
  async function finish(
    reset: { token: string; newPassword: string; ip: string; requestId: string },
    revokeAccess: RevokeAccess,
  ): Promise<string> {
    const { token, newPassword, ip } = reset;
    const userId = await limits.guard({ kind: 'reset', token, ip }, async () => {
      const owner = await ownerOfReset(pool, token, clock());
      if (owner === null) return null;
      await refuseWeakPassword({ field: 'newPassword', password: newPassword, owner });
      const passwordHash = await passwords.hash(newPassword);
      const isTakenBack = owner.byMail && !owner.emailVerified;
      const tenantId = isTakenBack ? await tenantOwnedBy(pool, owner.id) : null;
      // First, because the link could not be used again if it failed.
      if (tenantId !== null) await revokeAccess({ tenantId, correlationId: reset.requestId });
      return inTransaction(pool, async (db) => {
        // Waits for logins under way, so that their sessions end, too.
        await run(db, sql('identity.users').where({ id: owner.id }).forUpdate().select('id'));
        if (!(await useReset(db, token, clock()))) return null;
        await forgetReset(db, owner.id);
        await setPassword(db, owner.id, passwordHash);
        await endAllSessions(db, owner.id);
        if (owner.byMail) await verifyAddress(db, owner.id);
        if (isTakenBack) await deleteFactor(db, owner.id);
        return owner.id;
      });
    });
    if (userId === null) throw new Refused('RESET_LINK_INVALID');
    sessions.forgetAll();
    return userId;
  }

  return { begin, finish };
}
