/** The languages of the screens. Without imports: the configurations of Vite read it, too. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };
