import { Refused } from '@perktree/contracts/kernel/refusals';
import { passwordHashOf } from './account-store.ts';
import type { IdentityParts } from './parts.ts';

export type PasswordProof = ReturnType<typeof createPasswordProof>;

/** Requires the account's password from a signed-in caller. */
export function createPasswordProof(services: Pick<IdentityParts, 'pool' | 'passwords' | 'limits'>) {
  const { pool, passwords, limits } = services;

  /**
   * Does the work once the password is right. The same counters as a login's: a stolen session gives no further guesses.
   * @param work receives the matching hash; its errors do not count as wrong passwords
   * @returns the result of the work; null if the account has no password
   * @throws Refused WRONG_CREDENTIALS, TOO_MANY_REQUESTS
   */
  return async function whenProved<Result extends string | boolean>(
    attempt: { readonly userId: string; readonly password: string | undefined; readonly ip: string },
    work: (passwordHash: string) => Promise<Result>,
  ): Promise<Result | null> {
    const credential = await passwordHashOf(pool, attempt.userId);
    if (credential === null) return null;
    const { email, passwordHash } = credential;
    const { password, ip } = attempt;
    const result = await limits.guard({ kind: 'login', email, ip }, async () =>
      password !== undefined && (await passwords.verify({ hash: passwordHash, password })) ? work(passwordHash) : null,
    );
    if (result === null) throw new Refused('WRONG_CREDENTIALS');
    return result;
  };
}
