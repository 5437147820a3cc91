import type { Call, CallAnswer } from '@perktree/contracts/http/call';
import {
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { getAllPages, getPage } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { CallRequest, LooseRequest } from './call-request.ts';
import { queryKeyOf, urlOfKey } from './query-client.ts';

type Options<A> = Pick<UseQueryOptions<A, ApiError>, 'enabled' | 'retry' | 'staleTime' | 'gcTime' | 'refetchOnMount'>;

/** Reads a call of the catalogue. Whatever fails is in `error`; nothing is retried unless `retry` says so. */
export function useApi<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options: Options<CallAnswer<C>> = {},
): UseQueryResult<CallAnswer<C>, ApiError> {
  return useQuery<CallAnswer<C>, ApiError>({ queryKey: queryKeyOf(call, request as LooseRequest), ...options });
}

/** Reads a whole list, all of its pages. */
export function useApiList<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options: Options<CallAnswer<C>> = {},
): UseQueryResult<CallAnswer<C>, ApiError> {
  return useQuery<CallAnswer<C>, ApiError>({
    queryKey: queryKeyOf(call, request as LooseRequest),
    queryFn: async ({ queryKey, signal }) => (await getAllPages(urlOfKey(queryKey), { signal })) as CallAnswer<C>,
    ...options,
  });
}

type ItemOf<C extends Call> = CallAnswer<C> extends readonly (infer Item)[] ? Item : never;

/** A long list as far as it has been loaded. */
export interface LoadedList<Item> {
  /** Undefined until the first page is here. */
  readonly items: readonly Item[] | undefined;
  /** Of the first page, or of the page that was asked for last. */
  readonly error: ApiError | null;
  readonly hasMore: boolean;
  /** How many rows match, loaded or not; null where the list is not counted. */
  readonly total: number | null;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

/**
 * Reads a list page by page, anew whenever its screen is opened unless `staleTime` says otherwise. The request's `limit`
 * is the length of a page.
 */
export function useApiPages<C extends Call>(
  call: C,
  request: CallRequest<C>,
  { staleTime = 0 }: { readonly staleTime?: number } = {},
): LoadedList<ItemOf<C>> {
  const query = useInfiniteQuery({
    queryKey: queryKeyOf(call, request as LooseRequest),
    // A search that has changed meanwhile ends the request for the one before.
    queryFn: ({ queryKey, pageParam, signal }) => getPage(urlOfKey(queryKey), pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    staleTime,
    placeholderData: keepPreviousData,
  });
  return {
    total: query.data?.pages[0]?.total ?? null,
    items: query.data?.pages.flatMap((page) => page.items as ItemOf<C>[]),
    error: query.error as ApiError | null,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
