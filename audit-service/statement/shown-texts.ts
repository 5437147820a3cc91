import type { NoteTexts } from '@perktree/platform/accounts';
import type { Collected } from './collect-events.ts';
import type { ShownText } from './statement.ts';

/**
 * The references of paid payouts, with the salt that ties each to the hash in its event (docs/decisions/0072-what-events-prove.md).
 * Erased ones are left out, and so are those whose event was recorded before there were hashes.
 */
export async function shownTexts(
  { saltedTexts }: Pick<NoteTexts, 'saltedTexts'>,
  events: readonly Collected[],
): Promise<readonly ShownText[]> {
  const noted = events.flatMap(({ number, recorded: { fact } }) => {
    if (fact.type !== 'PayoutPaid' || fact.data.noteId === null || fact.data.noteHash === null) return [];
    return { number, noteId: fact.data.noteId };
  });
  const texts = await saltedTexts(noted.map(({ noteId }) => noteId));
  return noted.flatMap(({ number, noteId }) => {
    const { text = null, salt = null } = texts.get(noteId) ?? {};
    return text === null || salt === null ? [] : { number, text, salt };
  });
}
