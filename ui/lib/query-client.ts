import type { Call } from '@perktree/contracts/http/call';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { getJson } from './api.ts';
import { type LooseRequest, pathParts, queryString } from './call-request.ts';

/** The key of a read: the parts of its path, so that the URL is the key joined by slashes (specification 7). */
export function queryKeyOf(call: Call, request: LooseRequest = {}): readonly string[] {
  const parts = pathParts(call.path, request.params);
  const query = queryString(request.query);
  return query === '' ? parts : [...parts, query];
}

/** A last part that begins with `?` is the query string; everything before it is joined by slashes. */
export function urlOfKey(key: QueryKey): string {
  const parts = key.map(String);
  const query = parts.at(-1)?.startsWith('?') ? parts.pop() : '';
  return parts.join('/') + query;
}

/** Defaults of specification 7: no retry, no refetch on focus, nothing goes stale; the key is the URL. Without a network everything fails at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => getJson(urlOfKey(queryKey)),
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      // Otherwise what is sent without a network would wait and be sent by itself later, when nobody expects it any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
