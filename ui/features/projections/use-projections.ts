import { calls } from '@perktree/contracts/http/calls';
import type { ProjectionsAnswer } from '@perktree/contracts/http/projections';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';

/** How often to look while something moves, and while nothing does, in milliseconds. */
const BUSY_MS = 1_000;
const IDLE_MS = 5_000;

/** The read models, read anew each second while something is under way or catches up. */
export function useProjections(): UseQueryResult<ProjectionsAnswer, ApiError> {
  return useQuery<ProjectionsAnswer, ApiError>({
    queryKey: queryKeyOf(calls.projections),
    staleTime: 0,
    refetchInterval: ({ state }) => (moves(state.data) ? BUSY_MS : IDLE_MS),
  });
}

function moves(answer: ProjectionsAnswer | undefined): boolean {
  if (answer === undefined) return false;
  const { operation, tables } = answer;
  return operation?.underWay === true || tables.some(({ serving, status }) => serving && status === 'filling');
}
