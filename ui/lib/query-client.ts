import type { Call } from '@perktree/contracts/kernel/call';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { getJson } from './api.ts';
import { type LooseRequest, pathParts, queryString } from './call-request.ts';

/** Query key: the parts of the path, so that joining them with slashes gives the URL. */
export function queryKeyOf(call: Call, request: LooseRequest = {}): readonly string[] {
  const parts = pathParts(call.path, request.params);
  const query = queryString(request.query);
  return query === '' ? parts : [...parts, query];
}

/** A last part starting with `?` is the query string; the parts before it are joined with slashes. */
export function urlOfKey(key: QueryKey): string {
  const parts = key.map(String);
  const query = parts.at(-1)?.startsWith('?') ? parts.pop() : '';
  return parts.join('/') + query;
}

/** Without retries or refetch on focus, and data never becomes stale. Offline requests fail at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => getJson(urlOfKey(queryKey), { signal }),
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      // Otherwise offline writes would be queued and sent later, when the user no longer expects them.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
