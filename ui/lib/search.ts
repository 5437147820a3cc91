/** Whether every word of a search is somewhere in a text; case and accents make no difference. */
export function hasWords(shown: string, search: string): boolean {
  const text = plain(shown);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
