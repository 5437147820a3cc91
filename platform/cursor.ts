/** Where the next page of a list begins, as a client sends it back. */
export const encodeCursor = (cursor: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Null: not a cursor. Its parts may be anything. */
export function decodeCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
