import { Refused } from '@perktree/contracts/refusals';
import type { Pool } from 'pg';
import { passwordHashOf } from './account-store.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { Passwords } from './passwords.ts';

export type PasswordProof = ReturnType<typeof createPasswordProof>;

/** Has whoever is signed in prove by the account's password that it is them. */
export function createPasswordProof(services: {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
}) {
  const { pool, passwords, limits } = services;

  /**
   * Does the work once the password is right. The same counters as a login's: a stolen session gives no further guesses.
   * @param work is given the hash that the password fits; what it throws is no wrong password
   * @returns what the work gives; null: the account has no password
   * @throws Refused WRONG_CREDENTIALS, TOO_MANY_REQUESTS
   */
  return async function whenProved<Result extends string | boolean>(
    asked: { readonly userId: string; readonly password: string | undefined; readonly ip: string },
    work: (passwordHash: string) => Promise<Result>,
  ): Promise<Result | null> {
    const credential = await passwordHashOf(pool, asked.userId);
    if (credential === null) return null;
    const { email, passwordHash } = credential;
    const { password, ip } = asked;
    const result = await limits.guard({ kind: 'login', email, ip }, async () =>
      password !== undefined && (await passwords.verify({ hash: passwordHash, password })) ? work(passwordHash) : null,
    );
    if (result === null) throw new Refused('WRONG_CREDENTIALS');
    return result;
  };
}
