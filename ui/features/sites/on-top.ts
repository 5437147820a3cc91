/**
 * A list with a new entry at its top (specification 4). Where news of it was faster than the answer to whoever made it, the list
 * has it already, and not twice.
 */
export function onTop<Entry extends { readonly id: string }>(entry: Entry, list: readonly Entry[]): Entry[] {
  return [entry, ...list.filter(({ id }) => id !== entry.id)];
}
