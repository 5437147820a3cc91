import { useSearchParams } from 'react-router-dom';
import {
  ALL,
  type ListNames,
  type ListState,
  listStateOf,
  newestAddress,
  withListState,
} from '../../lib/list-state.ts';

export interface ListControls {
  readonly state: ListState;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly isFiltering: boolean;
  change(part: Partial<ListState>): void;
}

/** List controls whose state lives in the page's address. */
export function useListControls(names: ListNames): ListControls {
  const [query, setQuery] = useSearchParams();
  const state = listStateOf(query, names);
  return {
    state,
    filters: names.filters,
    sorts: names.sorts,
    isFiltering: state.text.trim() !== '' || state.show !== ALL,
    change(part) {
      const before = newestAddress();
      const changed = { ...listStateOf(before, names), ...part };
      // Typing does not add history entries.
      setQuery(withListState(before, changed, names), { replace: 'text' in part });
    },
  };
}
