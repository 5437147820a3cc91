import { sessionStore } from '../storage.ts';

const KEY = 'lastPosition';
let last: bigint | null = null;

/**
 * Position of the newest event that this browser tab caused. Reads ask for at least that, so that nobody sees a page
 * older than what they did (domain.md 12). In session storage too, since link pages, login and the application are
 * separate documents.
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
