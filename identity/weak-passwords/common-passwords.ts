/** Normalises a password for comparison with guesses: Unicode form NFKC, lower case. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Trailing digits and signs that are ignored: `password2024` is guessed right after `password`. */
const MOST_ENDING = 4;
const ENDS_ALIKE = /[\d\p{P}\p{S}\s]$/u;

/**
 * Whether a password is one of the 50,000 most common passwords of eight characters or more, or one of them with a few
 * digits or signs appended. 3,527 of them are long enough for this product. Case does not matter.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded lazily: it takes 50 ms and 2 MB.
  const { default: list } = await import('fxa-common-password-list');
  let rest = folded(password);
  for (let ending = 0; ending <= MOST_ENDING; ending += 1) {
    if (list.test(rest)) return true;
    if (!ENDS_ALIKE.test(rest)) return false;
    rest = rest.slice(0, -1);
  }
  return false;
}
