/** The query with some parameters replaced; empty and null ones are removed. */
export function withParameters(
  query: URLSearchParams,
  values: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
}

/**
 * Search, filter and sorting of a list. Kept in the address, so that it can be shared, reloaded and navigated
 * back to.
 */
export interface ListState {
  readonly text: string;
  /** Name of the filter; `all` for none. */
  readonly show: string;
  readonly sort: string;
}

export interface ListNames {
  /** Prefix of the query parameters, for pages with several lists. */
  readonly prefix?: string;
  readonly filters: readonly string[];
  /** The first is the default. */
  readonly sorts: readonly string[];
}

export const ALL = 'all';

/** The query of the address bar, which is newer than the router's state during a transition. */
export const newestAddress = (): URLSearchParams => new URLSearchParams(window.location.search);

/** Parses an address (`?q=…&show=…&sort=…`); unknown names are ignored. */
export function listStateOf(query: URLSearchParams, { prefix = '', filters, sorts }: ListNames): ListState {
  const of = (name: string) => query.get(prefix + name) ?? '';
  return {
    text: of('q').slice(0, 100),
    show: filters.find((known) => known === of('show')) ?? ALL,
    sort: sorts.find((known) => known === of('sort')) ?? sorts[0] ?? '',
  };
}

/** The address with this state; defaults are left out, other parameters stay. */
export function withListState(
  query: URLSearchParams,
  state: ListState,
  { prefix = '', sorts }: ListNames,
): URLSearchParams {
  const { text, show, sort } = state;
  return withParameters(query, {
    [`${prefix}q`]: text,
    [`${prefix}show`]: show === ALL ? null : show,
    [`${prefix}sort`]: sort === sorts[0] ? null : sort,
  });
}
