import type { LoadedList } from '../../lib/use-api.ts';

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
