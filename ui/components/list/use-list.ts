import { hasWords } from '@perktree/contracts/search';
import { useSearchParams } from 'react-router-dom';
import {
  ALL,
  type ListNames,
  type ListState,
  listStateOf,
  newestAddress,
  withListState,
} from '../../lib/list-state.ts';

/** How one kind of list is searched, filtered and sorted. */
export interface ListRules<Row> {
  /** Stands before each name in the address, where a page has several lists. */
  readonly prefix?: string;
  /** What a search looks through. */
  readonly text: (row: Row) => string;
  readonly filters: Readonly<Record<string, (row: Row) => boolean>>;
  /** The first is the one without being asked for. */
  readonly sorts: Readonly<Record<string, (a: Row, b: Row) => number>>;
  /** Rows on a page; left out: all of them. */
  readonly pageLength?: number;
}

/** What is asked of a list, and how it is changed. */
export interface ListControls {
  readonly state: ListState;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly isFiltering: boolean;
  change(part: Partial<ListState>): void;
}

export interface List<Row> extends ListControls {
  /** All that match, in their order. */
  readonly found: readonly Row[];
  /** Those of them on the page. */
  readonly shown: readonly Row[];
  readonly pages: number;
}

/** The controls of a list, kept in the page's address. */
export function useListControls(names: ListNames): ListControls {
  const [query, setQuery] = useSearchParams();
  const state = listStateOf(query, names);
  return {
    state,
    filters: names.filters,
    sorts: names.sorts,
    isFiltering: state.text.trim() !== '' || state.show !== ALL,
    change(part) {
      // Another search begins on its first page. Each letter of it is not a page to go back to.
      const before = newestAddress();
      const changed = { ...listStateOf(before, names), page: 1, ...part };
      setQuery(withListState(before, changed, names), { replace: 'text' in part });
    },
  };
}

/** A list as the page's address asks for it. */
export function useList<Row>(rows: readonly Row[], rules: ListRules<Row>): List<Row> {
  const filters = Object.keys(rules.filters);
  const sorts = Object.keys(rules.sorts);
  const names = { filters, sorts, ...(rules.prefix === undefined ? {} : { prefix: rules.prefix }) };
  const controls = useListControls(names);
  const asked = controls.state;
  const passes = rules.filters[asked.show] ?? (() => true);
  const found = rows
    .filter((row) => passes(row) && hasWords(rules.text(row), asked.text))
    .sort(rules.sorts[asked.sort] ?? (() => 0));
  const length = rules.pageLength ?? Number.POSITIVE_INFINITY;
  const pages = Math.max(1, Math.ceil(found.length / length));
  const page = Math.min(asked.page, pages);
  const from = page === 1 ? 0 : (page - 1) * length;
  return {
    ...controls,
    state: { ...asked, page },
    found,
    shown: found.slice(from, page * length),
    pages,
  };
}
