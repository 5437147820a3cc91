import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { Refused, refusalSentence } from '@perktree/contracts/kernel/refusals';

/** Normalises a password for comparison with guesses: Unicode form NFKC, lower case. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Trailing digits and signs that are ignored: `password2024` is guessed right after `password`. */
const MAX_ENDING = 4;
const ENDS_ALIKE = /[\d\p{P}\p{S}\s]$/u;

/**
 * Whether a password is one of the 50,000 most common passwords of eight characters or more, or one of them with a few
 * digits or signs appended. 3,527 of them are long enough for this product. Case does not matter.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded lazily: it takes 50 ms and 2 MB.
  const { default: list } = await import('fxa-common-password-list');
  let rest = folded(password);
  for (let ending = 0; ending <= MAX_ENDING; ending += 1) {
    if (list.test(rest)) return true;
    if (!ENDS_ALIKE.test(rest)) return false;
    rest = rest.slice(0, -1);
  }
  return false;
}

/** The owner of a password, with guessable facts about them. */
interface PasswordOwner {
  readonly email: string;
  readonly firstName: string | null | undefined;
  readonly lastName: string | null | undefined;
}

const PRODUCT = 'PerkTree';
/** Shorter ones stand in other words by chance. */
const MIN_WORD_LENGTH = 4;

/**
 * A password without the words that are guessed first: the product's name, the parts of the e-mail address,
 * and the person's name.
 * @param labels what this installation calls the product
 */
export function withoutKnownWords(password: string, owner: PasswordOwner, labels: readonly string[] = []): string {
  const texts = [PRODUCT, ...labels, owner.email, owner.firstName ?? '', owner.lastName ?? ''];
  // Longest first, so that a word that contains another is removed whole.
  const words = [...new Set(texts.flatMap(wordsIn))].sort((a, b) => b.length - a.length);
  return words.reduce((rest, word) => rest.replaceAll(word, ''), folded(password));
}

/** A text as a whole, without its spaces, and each of its words. */
function wordsIn(text: string): string[] {
  const all = folded(text);
  return [all, all.replace(/\s/g, ''), ...all.split(/[^\p{L}\p{N}\p{M}]+/u)].filter(
    (word) => word.length >= MIN_WORD_LENGTH,
  );
}

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
    const { min: least } = PASSWORD_LENGTH;
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
