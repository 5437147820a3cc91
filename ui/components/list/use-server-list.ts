import type { Call, CallAnswer } from '@perktree/contracts/http/call';
import { pathParts, queryString } from '../../lib/call-request.ts';
import { ALL, type ListNames } from '../../lib/list-state.ts';
import { type LoadedList, useApiPages } from '../../lib/use-api.ts';
import { type ListControls, useListControls } from './use-list.ts';

type ItemOf<C extends Call> = CallAnswer<C> extends readonly (infer Item)[] ? Item : never;

export interface ServerList<Item> extends ListControls {
  readonly loaded: LoadedList<Item>;
  /** The list without pages, as its CSV is asked for. */
  readonly url: string;
}

/** As every read is (specification 7): live events refresh such a list. */
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY } as const;

/** A list that the server searches, filters and sorts as the page's address says, loaded a page at a time. */
export function useServerList<C extends Call>(
  call: C,
  params: Readonly<Record<string, string>>,
  names: ListNames & { readonly pageLength: number },
): ServerList<ItemOf<C>> {
  const controls = useListControls(names);
  const query = listQueryOf(controls, names);
  const request = { params, query: { ...query, limit: String(names.pageLength) } };
  const loaded = useApiPages(call, request as never, NEVER_STALE) as LoadedList<ItemOf<C>>;
  return { ...controls, loaded, url: pathParts(call.path, params).join('/') + queryString(query) };
}

/** What a call of `listQuery` is asked; what is as it is without being asked for is left out. */
function listQueryOf({ state }: ListControls, { sorts }: ListNames): Readonly<Record<string, string | undefined>> {
  const text = state.text.trim();
  return {
    q: text === '' ? undefined : text,
    show: state.show === ALL ? undefined : state.show,
    sort: state.sort === sorts[0] ? undefined : state.sort,
  };
}
