/** What two passwords have in common that differ in nothing that a guesser would not try: Unicode's form NFKC, small letters. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
