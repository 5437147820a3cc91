import type { Call } from '@perktree/contracts/kernel/call';
import { pathParts, queryString } from '../../lib/call-request.ts';
import { ALL, type ListNames } from '../../lib/list-state.ts';
import { type ItemOf, type LoadedList, type PagesOptions, useApiPages } from '../../lib/use-api.ts';
import { type ListControls, useListControls } from './use-list-controls.ts';

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
