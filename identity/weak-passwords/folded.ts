/** Normalises a password for comparison with guesses: Unicode form NFKC, lower case. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
