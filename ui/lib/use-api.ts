import type { Call, CallAnswer } from '@perktree/contracts/http/call';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getAllPages } from './api.ts';
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
    queryFn: async ({ queryKey }) => (await getAllPages(urlOfKey(queryKey))) as CallAnswer<C>,
    ...options,
  });
}
