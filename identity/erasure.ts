import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Session } from '@perktree/platform/http/session';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { AccountKeys } from './account-keys.ts';
import { findProfile, type Profile, tenantOwnedBy } from './account-store.ts';
import { deleteAccount } from './delete-account.ts';
import { ownName } from './display-name.ts';
import { createNotes } from './notes.ts';
import type { IdentityParts } from './parts.ts';
import type { PasswordProof } from './password-proof.ts';
import { isFreshSession } from './sensitive-calls.ts';

interface Erasure {
  readonly userId: string;
  readonly closeBusiness: boolean;
  /** Null: the operator erases the account for the person. */
  readonly proof: Proof | null;
}

interface Proof {
  readonly session: Session;
  readonly password: string | undefined;
  readonly ip: string;
}

/** What other services hold of a person. */
export interface ErasureByOthers {
  /** Stops the sites of the tenant. */
  stopSites(tenantId: string): Promise<void>;
  /** Deletes the person's payout account and stored answers, and ends the business's paid plan. */
  forget(account: {
    readonly userId: string;
    readonly tenantId: string | null;
    /** Each stored answer that holds one of these texts is about the person. */
    readonly texts: readonly string[];
  }): Promise<void>;
}

interface Erased {
  /** Until when evidence of payments to the person is kept, ISO 8601 UTC; null: none is. */
  readonly keptUntil: string | null;
}

export type Erase = ReturnType<typeof createErasure>;

/** Erases accounts (docs/reference/accounts.md). */
export function createErasure(
  services: Pick<IdentityParts, 'pool' | 'sessions' | 'names' | 'clock' | 'planOf' | 'mails'> & {
    readonly whenProved: PasswordProof;
    readonly keys: Pick<AccountKeys, 'forget'>;
    /** Called after each erasure. */
    readonly onErased: (userId: string) => void;
  },
) {
  const { pool, sessions, names, whenProved, clock, planOf, keys, mails, onErased } = services;

  /**
   * Deletes the account with everything personal, and ends its sessions.
   * @param others is called before the account is deleted, and again after an interruption, so it must be idempotent
   * @throws Refused WRONG_CREDENTIALS, TOO_MANY_REQUESTS, SIGN_IN_AGAIN, OWNS_BUSINESS, PAID_PLAN_RUNNING
   */
  return async function erase(erasure: Erasure, others: ErasureByOthers): Promise<Erased> {
    const { userId } = erasure;
    if (erasure.proof !== null) await prove(erasure.proof);
    const tenantId = await tenantOwnedBy(pool, userId);
    if (tenantId !== null) {
      if (!erasure.closeBusiness) throw new Refused('OWNS_BUSINESS');
      const plan = await planOf(tenantId);
      if (plan !== 'free') throw new Refused('PAID_PLAN_RUNNING', { plan });
      // First, because it could not be repeated after the account is gone.
      await others.stopSites(tenantId);
    }
    const profile = await findProfile(pool, userId);
    const texts = profile === null ? [userId] : textsAbout(profile);
    await others.forget({ userId, tenantId, texts });
    const keptUntil = await createNotes(pool, clock).keptAfterErasure(userId);
    await inTransaction(pool, async (db) => {
      await keys.forget(db, { userId, email: profile?.email ?? null, texts });
      await deleteAccount(db, userId, { onlyVerifiedAddress: mails.delivery === 'smtp', now: clock() });
    });
    sessions.forgetAll();
    names.forgetAll();
    onErased(userId);
    return { keptUntil };
  };

  async function prove({ session, password, ip }: Proof): Promise<void> {
    const isProved = await whenProved({ userId: session.userId, password, ip }, async () => true);
    if (isProved !== null) return;
    if (!(await isFreshSession(pool, session.sessionId, clock()))) throw new Refused('SIGN_IN_AGAIN');
  }
}

/**
 * The id and the e-mail address, and the name in the one field that shows it without the id. A name alone could be that of
 * a field, or a value such as `EUR`, so it would match answers about other people.
 */
function textsAbout(profile: Profile): readonly string[] {
  const name = ownName(profile);
  const named = name === null ? [] : [`"customerName":${JSON.stringify(name)}`];
  return [profile.id, JSON.stringify(profile.email), ...named];
}
