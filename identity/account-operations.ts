import { run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import { type AccountDescription, describeAccount } from './account-store.ts';
import { normaliseEmail } from './email.ts';
import { endSessionsOf } from './ended-sessions.ts';
import type { IdentityParts } from './parts.ts';
import type { PasswordReset } from './password-reset.ts';
import { grantRoles, withdrawRole } from './roles.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';

export type AccountOperations = ReturnType<typeof createAccountOperations>;

/** What only the operator's command line does with accounts. Each throws an Error where no account has the address. */
export function createAccountOperations(
  services: Pick<IdentityParts, 'pool' | 'sessions' | 'mails' | 'clock' | 'logger'> & {
    readonly secondFactor: Pick<SecondFactor, 'remove'>;
    readonly passwordReset: Pick<PasswordReset, 'begin'>;
  },
) {
  const { pool, sessions, secondFactor, passwordReset, mails, clock, logger } = services;

  async function described(email: string, db: Queryable = pool): Promise<AccountDescription> {
    const found = await describeAccount(db, normaliseEmail(email), clock());
    if (found === null) throw new Error(`${noAccount(email)}: register it first.`);
    return found;
  }

  return {
    /** The account of an address, without personal data. */
    describeAccount: (email: string) => described(email),
    /** Makes an account a superadmin. @returns its id. @throws Error where mails are sent and the address is not verified */
    async grantSuperadmin(email: string) {
      const userId = await inTransaction(pool, async (db) => {
        // An erasure waits for the grant, or is over before the account is looked up.
        await run(
          db,
          sql('identity.users')
            .where({ email: normaliseEmail(email) })
            .forKeyShare()
            .select('id'),
        );
        const account = await described(email, db);
        // Anyone can register any address; where mails are sent, its owner can prove it.
        if (mails.delivery === 'smtp' && !account.emailVerified) {
          throw new Error(`The e-mail address ${email} is not verified: open the link in the mail to it first.`);
        }
        await grantRoles(db, account.userId, ['superadmin']);
        return account.userId;
      });
      sessions.forgetAll();
      logger.info({ userId }, 'superadmin granted by the operator');
      return userId;
    },
    /** Takes the role of a superadmin away; the account keeps its others. @returns false: it was none */
    async revokeSuperadmin(email: string) {
      const { userId, roles } = await described(email);
      if (!roles.includes('superadmin')) return false;
      await inTransaction(pool, (db) => withdrawRole(db, userId, 'superadmin', clock()));
      sessions.forgetAll();
      logger.info({ userId }, 'superadmin revoked by the operator');
      return true;
    },
    /** Ends all sessions of an account. @returns how many there were */
    async endSessions(email: string) {
      const found = await inTransaction(pool, (db) => endSessionsOf(db, normaliseEmail(email)));
      if (found === null) throw new Error(`${noAccount(email)}.`);
      sessions.forgetAll();
      logger.info(found, 'sessions ended by the operator');
      return found.ended;
    },
    /**
     * Locks an account and ends its sessions: it cannot log in, and API keys of its business are refused.
     * @returns whether it was open
     */
    async lockAccount(email: string) {
      const { userId, lockedAt } = await described(email);
      await inTransaction(pool, async (db) => {
        // First: a login of this moment has begun its session before, or is refused.
        const lock = sql('identity.users').where({ id: userId }).whereNull('locked_at');
        await run(db, lock.update({ locked_at: clock() }));
        await endSessionsOf(db, normaliseEmail(email));
      });
      sessions.forgetAll();
      logger.info({ userId }, 'account locked by the operator');
      return lockedAt === null;
    },
    /** Opens a locked account again. @returns whether it was locked */
    async unlockAccount(email: string) {
      const { userId, lockedAt } = await described(email);
      await run(pool, sql('identity.users').where({ id: userId }).update({ locked_at: null }));
      logger.info({ userId }, 'account unlocked by the operator');
      return lockedAt !== null;
    },
    /**
     * Removes an account's second factor, so that it logs in by password alone, and ends its sessions.
     * @returns whether there was a second factor, and the number of ended sessions
     */
    async removeSecondFactor(email: string) {
      const found = await secondFactor.remove(normaliseEmail(email));
      if (found === null) throw new Error(`${noAccount(email)}.`);
      logger.info(found, 'second factor removed by the operator');
      return found;
    },
    /** Makes a link that sets a new password for an account, once. @throws Error also for an account without a password */
    async beginPasswordReset(email: string) {
      const link = await passwordReset.begin(normaliseEmail(email));
      if (link === null) throw new Error(`${noAccount(email)} and a password.`);
      logger.info({ userId: link.userId }, 'link for a new password made by the operator');
      return link;
    },
  };
}

const noAccount = (email: string) => `No account has the e-mail address ${email}`;
