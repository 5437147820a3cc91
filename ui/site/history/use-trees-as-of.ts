import type { TreeAsOfAnswer, TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getPageOf } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { pathParts, queryString } from '../../lib/call-request.ts';
import { mergedTrees } from './merged-trees.ts';

/** QRs per page. */
const PAGE_LENGTH = '100';

/** The trees of a site as they were, page by page. */
export function useTreesAsOf(siteId: string, asOf: string) {
  const path = pathParts(calls.siteTreeAsOf.path, { siteId }).join('/');
  const query = useInfiniteQuery({
    queryKey: ['trees as of', siteId, asOf],
    queryFn: ({ pageParam, signal }) =>
      getPageOf<TreeAsOfAnswer>(path + queryString({ asOf, limit: PAGE_LENGTH }), pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const { data } = query;
  const trees: readonly TreeAsOfNode[] = useMemo(
    () => mergedTrees(data?.pages.map(({ answer }) => answer.trees) ?? []),
    [data],
  );
  return {
    /** Undefined until the first page has loaded. */
    asOf: data?.pages[0]?.answer.asOf,
    trees,
    error: query.error as ApiError | null,
    hasMore: query.hasNextPage,
    isLoading: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}
