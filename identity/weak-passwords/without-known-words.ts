import { folded } from './folded.ts';

/** The owner of a password, with guessable facts about them. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string | null | undefined;
  readonly lastName: string | null | undefined;
}

const PRODUCT = 'PerkTree';
/** Shorter ones stand in other words by chance. */
const LEAST_WORD = 4;

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
    (word) => word.length >= LEAST_WORD,
  );
}
