import type { Call } from '@perktree/contracts/kernel/call';
import { useState } from 'react';
import { pathParts, queryString } from '../../lib/call-request.ts';
import { ALL, type ListNames } from '../../lib/list-state.ts';
import { type ItemOf, type LoadedList, type PagesOptions, useApiPages } from '../../lib/use-api.ts';
import { type ListControls, useListControls } from './use-list-controls.ts';

const nothing = () => {};

/** Adapts an array to `LoadedList`, as VirtualList takes it. */
export function loadedOf<Item>(items: readonly Item[]): LoadedList<Item> {
  return {
    queryKey: [],
    items,
    firstIndex: 0,
    total: items.length,
    error: null,
    hasMore: false,
    isLoading: false,
    isLoadingMore: false,
    isOutdated: false,
    loadMore: nothing,
    loadPrevious: nothing,
    retry: nothing,
  };
}

export interface SearchedList<Item> {
  readonly text: string;
  search(text: string): void;
  readonly loaded: LoadedList<Item>;
}

/** A list that the server searches, in a dialog: its search is not part of the page's address. */
export function useSearchedList<C extends Call>(
  call: C,
  params: Readonly<Record<string, string>>,
  pageLength: number,
): SearchedList<ItemOf<C>> {
  const [text, setText] = useState('');
  const q = text.trim() === '' ? undefined : text.trim();
  const request = { params, query: { q, limit: String(pageLength) } };
  const loaded = useApiPages(call, request as never, { keepsAllPages: true });
  return { text, search: setText, loaded: loaded as LoadedList<ItemOf<C>> };
}

export interface ServerList<Item> extends ListControls {
  readonly loaded: LoadedList<Item>;
  /** URL of the list without paging, for its CSV. */
  readonly url: string;
}

/** Live events refresh the list instead. */
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY } as const;

/**
 * A list that the server searches, filters and sorts, loaded page by page.
 * @param query parameters of the call in addition to the list's own
 */
export function useServerList<C extends Call>(
  call: C,
  params: Readonly<Record<string, string>>,
  names: ListNames & { readonly pageLength: number },
  query: Readonly<Record<string, string | undefined>> = {},
  options: Pick<PagesOptions, 'retry' | 'keepsAllPages'> = {},
): ServerList<ItemOf<C>> {
  const controls = useListControls(names);
  const listQuery = { ...query, ...listQueryOf(controls, names) };
  const request = { params, query: { ...listQuery, limit: String(names.pageLength) } };
  const loaded = useApiPages(call, request as never, { ...NEVER_STALE, ...options }) as LoadedList<ItemOf<C>>;
  return { ...controls, loaded, url: pathParts(call.path, params).join('/') + queryString(listQuery) };
}

/** Query parameters of a list call; defaults are left out. */
function listQueryOf({ state }: ListControls, { sorts }: ListNames): Readonly<Record<string, string | undefined>> {
  const text = state.text.trim();
  return {
    q: text === '' ? undefined : text,
    show: state.show === ALL ? undefined : state.show,
    sort: state.sort === sorts[0] ? undefined : state.sort,
  };
}
