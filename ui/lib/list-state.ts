/** What is shown of a list, and how: a part of the page's address, so that it can be sent, reloaded and gone back to. */
export interface ListState {
  readonly text: string;
  /** Name of the filter; `all`: none. */
  readonly show: string;
  readonly sort: string;
  /** From 1. */
  readonly page: number;
}

export interface ListNames {
  /** Stands before each name in the address, where a page has several lists. */
  readonly prefix?: string;
  readonly filters: readonly string[];
  /** The first is the one without being asked for. */
  readonly sorts: readonly string[];
}

export const ALL = 'all';

/** The query of the address bar. It is newer than what the router has rendered while a transition is under way. */
export const newestAddress = (): URLSearchParams => new URLSearchParams(window.location.search);

/** What an address asks for (`?q=…&show=…&sort=…&page=…`); names that there are not, and pages that are none, are left aside. */
export function listStateOf(query: URLSearchParams, { prefix = '', filters, sorts }: ListNames): ListState {
  const of = (name: string) => query.get(prefix + name) ?? '';
  const page = /^[1-9]\d{0,5}$/.test(of('page')) ? Number(of('page')) : 1;
  return {
    text: of('q').slice(0, 100),
    show: filters.find((known) => known === of('show')) ?? ALL,
    sort: sorts.find((known) => known === of('sort')) ?? sorts[0] ?? '',
    page,
  };
}

/** The address with this state in it; what is as it is without being asked for is left out, everything else of it stays. */
export function withListState(
  query: URLSearchParams,
  state: ListState,
  { prefix = '', sorts }: ListNames,
): URLSearchParams {
  const changed = new URLSearchParams(query);
  const { text, show, sort, page } = state;
  const parts = {
    q: text,
    show: show === ALL ? '' : show,
    sort: sort === sorts[0] ? '' : sort,
    page: page === 1 ? '' : String(page),
  };
  for (const [name, value] of Object.entries(parts)) {
    if (value === '') changed.delete(prefix + name);
    else changed.set(prefix + name, value);
  }
  return changed;
}
