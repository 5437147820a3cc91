import { useSearchParams } from 'react-router-dom';

/** The view in the address: a time, an optional time to compare with, and the period of the slider. */
export interface HistoryAddress {
  /** The `asOf` of the trees call; null: now. */
  readonly at: string | null;
  /** Null: no comparison. */
  readonly since: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

const NAMES = ['at', 'since', 'from', 'to'] as const;

/** Keeps the view in the page's address, so that a link opens it again. */
export function useHistoryAddress(): readonly [HistoryAddress, (part: Partial<HistoryAddress>) => void] {
  const [query, setQuery] = useSearchParams();
  const address = Object.fromEntries(NAMES.map((name) => [name, query.get(name)])) as unknown as HistoryAddress;
  const change = (part: Partial<HistoryAddress>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(part)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      // Moving the slider does not add history entries.
      { replace: true },
    );
  return [address, change];
}
