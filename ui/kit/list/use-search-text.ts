import { useEffect, useState } from 'react';
import { SEARCH_DELAY_MS } from './search-reports.ts';

/** The typed text, debounced. */
export function useSearchText(typed: string): string {
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return text.trim();
}
