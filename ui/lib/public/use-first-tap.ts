import { useEffect, useState } from 'react';
import { checkReachable, isReachable } from '../connection.ts';
import { CHECK_MS } from './time-limit.ts';

function onNextTap(note: (event: Event) => void): void {
  const waiting = new AbortController();
  const tapped = (event: Event) => {
    waiting.abort();
    note(event);
  };
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, tapped, { capture: true, signal: waiting.signal });
}

/** Name of the first touch, click or key; null until then. */
export function useFirstTap(): string | null {
  const [tap, setTap] = useState<string | null>(null);
  useEffect(() => onNextTap((event) => setTap((event as KeyboardEvent).code ?? event.type)), []);
  return tap;
}

/**
 * Loads a file that the page works without: a failure would replace the page, which may show the code for staff. Where the server
 * does not answer, the page says so, and the file is loaded with a later tap.
 * @throws if the server is there: an update has removed the file
 */
export const loadByTaps = <File>(load: () => Promise<File>): Promise<File> =>
  Promise.race([load(), new Promise<never>((_, reject) => setTimeout(reject, CHECK_MS))]).catch(async () => {
    await checkReachable();
    if (isReachable()) return load();
    await new Promise<Event>(onNextTap);
    return loadByTaps(load);
  });
