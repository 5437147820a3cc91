import { LRUCache } from 'lru-cache';

/** About 150 bytes each. */
const MOST_ENTRIES = 10_000;

/**
 * Caches which signed values are genuine. A signature never expires; its session may, and is looked up by
 * itself. Forged values are not kept: guesses would fill the memory.
 *
 * @param verify returns the content of a genuine value; null for a forged one
 */
export function rememberGenuine(verify: (value: string) => string | null): (value: string) => string | null {
  const genuine = new LRUCache<string, string>({ max: MOST_ENTRIES });
  return (value) => {
    const known = genuine.get(value);
    if (known !== undefined) return known;
    const found = verify(value);
    if (found === null) return null;
    genuine.set(value, found);
    return found;
  };
}
