import type { Language } from './languages.ts';

/** The name of an erased person in every answer, in any language. */
export const DELETED_USER = 'Deleted user';
/** The name of a person who has given none, in every answer: part of the address would be personal data. */
export const UNNAMED_USER = 'Unnamed user';

const IN_OTHER_LANGUAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  es: { [DELETED_USER]: 'Usuario eliminado', [UNNAMED_USER]: 'Usuario sin nombre' },
} satisfies Readonly<Record<Exclude<Language, 'en'>, object>>;

/** A name of an answer as a person reads it on a screen, on paper or in a CSV. */
export function personName(name: string, language: string): string {
  return IN_OTHER_LANGUAGES[language]?.[name] ?? name;
}

/** Searchable names of a person: the name in every language. */
export function searchedName(name: string): string {
  const others = Object.values(IN_OTHER_LANGUAGES).flatMap((names) => names[name] ?? []);
  return [name, ...others].join('\n');
}
