import { useSearchParams } from 'react-router-dom';

/** What an address shows: a moment, another one beside it, and the time that the slider spans. */
export interface HistoryAddress {
  /** As the trees are asked for; null: now. */
  readonly at: string | null;
  /** Null: nothing is compared. */
  readonly since: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

const NAMES = ['at', 'since', 'from', 'to'] as const;

/** The view as the page's address has it, so that a link opens the same again. */
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
      // Each stop of the slider is not a page to go back to.
      { replace: true },
    );
  return [address, change];
}
