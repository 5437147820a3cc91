import { sessionStore } from '../storage.ts';

const KEY = 'lastPosition';
let last: bigint | null = null;

/**
 * Position of the newest event this browser tab caused. Reads wait for it, so that users see their own writes. Kept
 * in session storage, because link pages, login and the application are separate documents.
 */
export function lastPosition(): string | null {
  last ??= parse(sessionStore.get(KEY));
  return last === null ? null : last.toString();
}

export function rememberPosition(header: string): void {
  const position = parse(header);
  if (position === null) return;
  const known = parse(lastPosition());
  if (known !== null && known >= position) return;
  last = position;
  sessionStore.set(KEY, position.toString());
}

function parse(text: string | null): bigint | null {
  return text !== null && /^\d{1,20}$/.test(text) ? BigInt(text) : null;
}
