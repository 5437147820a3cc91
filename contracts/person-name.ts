/** The name of an erased person in every answer, in any language. */
export const DELETED_USER = 'Deleted user';

const IN_OTHER_LANGUAGES: Readonly<Record<string, string>> = { es: 'Usuario eliminado' };

/** A name of an answer as a person reads it on a screen, on paper or in a CSV. */
export function personName(name: string, language: string): string {
  return name === DELETED_USER ? (IN_OTHER_LANGUAGES[language] ?? DELETED_USER) : name;
}

/** Searchable names of a person: the name in every language. */
export function searchedName(name: string): string {
  return name === DELETED_USER ? [name, ...Object.values(IN_OTHER_LANGUAGES)].join('\n') : name;
}
