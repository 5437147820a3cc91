import type { QueryServiceDeps } from '../deps.ts';

/** Prefix that separates ids of notes from ids of people. */
const NOTE = 'note ';

/** SQL of the `textIds` of a listing: a person, and a note that may be null. */
export const personAndNoteSql = (person: string, note: string): readonly string[] => [person, `'${NOTE}' || ${note}`];

/** The texts of `personAndNoteSql`: names of people, and what was written in the notes. */
export async function namesAndNotes(
  { accounts }: Pick<QueryServiceDeps, 'accounts'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const notes = ids.filter((id) => id.startsWith(NOTE)).map((id) => id.slice(NOTE.length));
  const [names, texts] = await Promise.all([
    accounts.displayNames(ids.filter((id) => !id.startsWith(NOTE))),
    accounts.noteTexts(notes),
  ]);
  return new Map([...names, ...[...texts].map(([id, text]) => [NOTE + id, text] as const)]);
}
