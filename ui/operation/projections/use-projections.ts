import { calls } from '@perktree/contracts/catalogue/calls';
import type { ProjectionsAnswer } from '@perktree/contracts/operation/projection-calls';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';

/** Polling intervals while an operation runs and while idle, milliseconds. */
const POLL_MS = 1_000;
const IDLE_MS = 5_000;

export function useProjections(): UseQueryResult<ProjectionsAnswer, ApiError> {
  return useQuery<ProjectionsAnswer, ApiError>({
    queryKey: queryKeyOf(calls.projections),
    staleTime: 0,
    refetchInterval: ({ state }) => (moves(state.data) ? POLL_MS : IDLE_MS),
  });
}

function moves(answer: ProjectionsAnswer | undefined): boolean {
  if (answer === undefined) return false;
  const { operation, tables } = answer;
  return operation?.underWay === true || tables.some(({ serving, status }) => serving && status === 'filling');
}
