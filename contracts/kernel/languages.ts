/**
 * The languages of screens, mails, files and statements. A further one is a line here and its texts, which the compiler asks for
 * where they stand beside the code. Without imports: the configurations of Vite read it, too.
 */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

/** The first language that one of these tags names: (["fr", "es-MX"]) → "es". */
export function supportedLanguage(tags: readonly (string | null | undefined)[]): Language | null {
  for (const tag of tags) {
    const known = LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return null;
}
