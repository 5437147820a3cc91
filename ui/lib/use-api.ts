import type { Call, CallAnswer } from '@perktree/contracts/kernel/call';
import {
  type InfiniteData,
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type CallRequest, getJson, getPage, type ListPage, type LooseRequest, pathParts, queryString } from './api.ts';
import { ApiError } from './api-error.ts';
import { useWholePrint } from './printing.ts';
import { failureToast, useToast } from './toast.tsx';
import type { Toast } from './toast-store.ts';

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

/** Where a page of a list begins. It links to the previous page, so that a dropped page can be loaded again. */
export interface PagePlace {
  /** Null for the first page. */
  readonly cursor: string | null;
  /** Position in the list of the page's first row, from 0. */
  readonly index: number;
  /** Number of matching rows; null if the list is not counted. */
  readonly total: number | null;
  readonly previous: PagePlace | null;
}

export const FIRST_PLACE: PagePlace = { cursor: null, index: 0, total: null, previous: null };

/** Null after the last page. */
export function nextPlace(page: ListPage, place: PagePlace): PagePlace | null {
  if (page.nextCursor === null) return null;
  return {
    cursor: page.nextCursor,
    index: place.index + page.items.length,
    total: page.total ?? place.total,
    previous: place,
  };
}

/** Consecutive loaded pages, as TanStack Query keeps them. */
export interface PageChain {
  readonly pages: readonly ListPage[];
  readonly pageParams: readonly PagePlace[];
}

/**
 * Whether each page ends where the next one begins. A dropped page that was loaded again may end earlier, because rows were
 * added to it. Then rows would be missing before the next page.
 */
export function isUnbroken({ pages, pageParams }: PageChain): boolean {
  return pageParams.slice(1).every(({ cursor }, n) => pages[n]?.nextCursor === cursor);
}

/** Number of matching rows, as the first page counted them; null if the list is not counted. */
export function totalOf({ pages, pageParams }: PageChain): number | null {
  return pages[0]?.total ?? pageParams[0]?.total ?? null;
}

type Options<A> = Pick<
  UseQueryOptions<A, ApiError>,
  'enabled' | 'retry' | 'retryOnMount' | 'staleTime' | 'gcTime' | 'refetchOnMount' | 'refetchInterval'
>;

/** Reads a call. Failures are in `error`; no retries unless `retry` says so. */
export function useApi<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options: Options<CallAnswer<C>> = {},
): UseQueryResult<CallAnswer<C>, ApiError> {
  return useQuery<CallAnswer<C>, ApiError>({ queryKey: queryKeyOf(call, request as LooseRequest), ...options });
}

export type ItemOf<C extends Call> = CallAnswer<C> extends readonly (infer Item)[] ? Item : never;

export interface LoadedList<Item> {
  /** Key of the loaded pages in the cache. */
  readonly queryKey: QueryKey;
  /** Undefined until the first page has loaded. */
  readonly items: readonly Item[] | undefined;
  /** Position in the list of `items[0]`: pages far above the visible ones are dropped. */
  readonly firstIndex: number;
  /** Number of loaded rows that the page shows apart from `items`. Default: 0. */
  readonly shownElsewhere?: number;
  /** Error of the most recently requested page. */
  readonly error: ApiError | null;
  readonly hasMore: boolean;
  /** Number of matching rows; null if the list is not counted. */
  readonly total: number | null;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** Whether `items` still belong to the previous search. */
  readonly isOutdated: boolean;
  loadMore(): void;
  /** Loads the dropped page before `items[0]`. */
  loadPrevious(): void;
  /** Repeats the request that failed. */
  retry(): void;
}

export interface PagesOptions {
  readonly staleTime?: number;
  readonly refetchOnWindowFocus?: boolean;
  readonly enabled?: boolean;
  /** Milliseconds until the list is read again; false: it is not. For what no live event reports. */
  readonly refetchInterval?: (query: { readonly state: { readonly data: PageChain | undefined } }) => number | false;
  readonly retry?: boolean | ((failures: number, error: ApiError) => boolean);
  /** Set it for lists without VirtualList, because only VirtualList loads dropped pages again. */
  readonly keepsAllPages?: boolean;
}

/** Maximum number of loaded pages. Ten are higher than any window; more would use memory and lengthen each refetch. */
const MAX_PAGES = 10;
/** A print loads rows in the longest pages, so in few requests. */
const [LIMIT, LONGEST_PAGE] = [/\blimit=\d+/, 'limit=200'] as const;

/**
 * Reads a list page by page, again on each mount unless `staleTime` is set. The request's `limit` is the page length. A
 * changed search aborts the previous request and shows the previous rows until the new ones have loaded.
 */
export function useApiPages<C extends Call>(
  call: C,
  request: CallRequest<C>,
  { keepsAllPages = false, ...options }: PagesOptions = {},
): LoadedList<ItemOf<C>> {
  const queryKey = queryKeyOf(call, request as LooseRequest);
  const path = pathOfKey(queryKey);
  const client = useQueryClient();
  const isPrinted = useWholePrint();
  const keepsAll = keepsAllPages || isPrinted;
  const query = useInfiniteQuery<ListPage, ApiError, InfiniteData<ListPage, PagePlace>, QueryKey, PagePlace>({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const url = urlOfKey(queryKey);
      return getPage(isPrinted ? url.replace(LIMIT, LONGEST_PAGE) : url, pageParam.cursor, { signal });
    },
    initialPageParam: FIRST_PLACE,
    getNextPageParam: (page, _pages, place) => nextPlace(page, place),
    getPreviousPageParam: (_page, _pages, place) => place.previous,
    ...(!keepsAll && { maxPages: MAX_PAGES }),
    staleTime: 0,
    placeholderData: (before, queryBefore) =>
      queryBefore && pathOfKey(queryBefore.queryKey) === path ? before : undefined,
    ...options,
  });
  const { data } = query;
  // After a print.
  useEffect(() => {
    if (keepsAll) return;
    client.setQueryData<InfiniteData<ListPage, PagePlace>>(queryKey, (all) => {
      if (all === undefined || all.pages.length <= MAX_PAGES) return undefined;
      return { pages: all.pages.slice(0, MAX_PAGES), pageParams: all.pageParams.slice(0, MAX_PAGES) };
    });
  }, [client, keepsAll, queryKey]);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items as ItemOf<C>[]), [data]);
  const loadPrevious = async () => {
    const { data: chain } = await query.fetchPreviousPage({ cancelRefetch: false });
    if (chain !== undefined && !isUnbroken(chain)) await query.refetch();
  };
  const loadMore = () => {
    // Read the current state: `query` is from the last render, and a second fetch would abort and repeat the request.
    const { fetchStatus, fetchMeta } = client.getQueryState(queryKey) ?? {};
    if (fetchStatus !== 'fetching' || !fetchMeta?.fetchMore) void query.fetchNextPage();
  };
  return {
    queryKey,
    items,
    firstIndex: data?.pageParams[0]?.index ?? 0,
    total: data === undefined ? null : totalOf(data),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoading: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    isOutdated: query.isPlaceholderData,
    loadMore,
    loadPrevious: () => void loadPrevious(),
    retry: query.isFetchNextPageError ? loadMore : () => void query.refetch(),
  };
}

const pathOfKey = (key: QueryKey) => urlOfKey(key).split('?')[0];

/** What a screen shows and reads again after a command. */
export interface Outcome<Answer, Given = void> {
  /** The toast of success. Left out or null: none. */
  readonly done?: (answer: Answer, given: Given) => Toast | null;
  /** Title of the toast of a failure. Left out: none. */
  readonly failed?: string | ((given: Given) => string);
  /** Reads whose answers the command changes, or the beginning of their keys. A refusal because of what is there now reads them again, too. */
  readonly changes?: readonly (Call | QueryKey)[];
}

/** Statuses of a refusal because the screen shows what is no longer so. */
const OUTDATED: ReadonlySet<number> = new Set([404, 409]);

export function useOutcome<Answer, Given>({ done, failed, changes = [] }: Outcome<Answer, Given>) {
  const toast = useToast();
  const client = useQueryClient();
  const readAgain = () => {
    for (const changed of changes)
      void client.invalidateQueries({ queryKey: 'path' in changed ? queryKeyOf(changed) : changed });
  };
  return {
    onSuccess(answer: Answer, given: Given): void {
      const shown = done?.(answer, given);
      if (shown) toast(shown);
      readAgain();
    },
    onError(error: Error, given: Given): void {
      if (error instanceof ApiError && OUTDATED.has(error.status)) readAgain();
      if (failed !== undefined) failureToast(toast, typeof failed === 'string' ? failed : failed(given))(error);
    },
  };
}

/** Sends a command, and shows its outcome. @param props.onEnd called after success and failure; pending until it resolves */
export function useCommand<Answer, Given = void>(
  props: Outcome<Answer, Given> & {
    readonly send: (given: Given) => Promise<Answer>;
    readonly onDone?: (answer: Answer, given: Given) => void;
    readonly onEnd?: () => unknown;
  },
): UseMutationResult<Answer, Error, Given> {
  const outcome = useOutcome(props);
  return useMutation<Answer, Error, Given>({
    mutationFn: props.send,
    onSuccess: (answer, given) => {
      props.onDone?.(answer, given);
      outcome.onSuccess(answer, given);
    },
    onError: outcome.onError,
    onSettled: () => props.onEnd?.(),
  });
}
