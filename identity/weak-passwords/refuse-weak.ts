import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { Refused, refusalSentence } from '@perktree/contracts/kernel/refusals';
import { isCommonPassword } from './common-passwords.ts';
import { folded } from './folded.ts';
import { type PasswordOwner, withoutKnownWords } from './without-known-words.ts';

/** One to four characters repeated three times or more, such as `abcabcabcabc`; the last repetition may be incomplete. */
const REPEATED = /^(.{1,4}?)\1{2,}.{0,3}$/su;

export type RefuseWeakPassword = ReturnType<typeof createWeakPasswords>;

/** @param labels what this installation calls the product */
export function createWeakPasswords(labels: readonly string[] = []) {
  /**
   * Checks a new password; never call it for a login.
   * @throws Refused PASSWORD_REPEATS, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL: guessable words do not count towards its length
   */
  return async function refuseWeakPassword(chosen: {
    /** The field of the body that the refusal names. */
    readonly field: string;
    readonly password: string;
    readonly owner: PasswordOwner;
  }): Promise<void> {
    const { field, password, owner } = chosen;
    if (REPEATED.test(folded(password))) throw refusal('PASSWORD_REPEATS', field);
    if (await isCommonPassword(password)) throw refusal('PASSWORD_TOO_COMMON', field);
    const { least } = PASSWORD_LENGTH;
    const isOwn = withoutKnownWords(password, owner, labels).length >= least;
    if (!isOwn) throw refusal('PASSWORD_TOO_PERSONAL', field, { least });
  };
}

function refusal(
  code: 'PASSWORD_REPEATS' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_TOO_PERSONAL',
  path: string,
  values: Readonly<Record<string, number>> = {},
): Refused {
  return new Refused(code, values, [{ path, code, message: refusalSentence(code, values), values }]);
}
