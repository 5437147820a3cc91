/** The words of a search, as they are compared: lower case, without accents. */
export function searchWords(search: string): readonly string[] {
  return plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Whether every word of a search is somewhere in a text; case and accents make no difference. */
export function hasWords(shown: string, search: string): boolean {
  const text = plain(shown);
  return searchWords(search).every((word) => text.includes(word));
}

/** Other marks than accents stay, because they are vowels in some scripts. Lists compare in the same way in SQL. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
