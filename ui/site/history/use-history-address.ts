import { useSearchParams } from 'react-router-dom';
import { withParameters } from '../../lib/with-parameters.ts';

/** The view in the address: a time, an optional time to compare with, and the period of the slider. */
export interface HistoryAddress {
  /** The `asOf` of the trees call; null: now. */
  readonly at: string | null;
  /** Null: no comparison. */
  readonly since: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Keeps the view in the page's address, so that a link opens it again. */
export function useHistoryAddress(): readonly [HistoryAddress, (part: Partial<HistoryAddress>) => void] {
  const [query, setQuery] = useSearchParams();
  const address = { at: query.get('at'), since: query.get('since'), from: query.get('from'), to: query.get('to') };
  const change = (part: Partial<HistoryAddress>) =>
    // Moving the slider does not add history entries.
    setQuery((before) => withParameters(before, part), { replace: true });
  return [address, change];
}
