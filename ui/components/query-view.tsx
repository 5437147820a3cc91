import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/**
 * Loading, then the data or what went wrong: the three states of everything that is read.
 * @param props.problem says what went wrong in the screen's own words
 */
export function QueryView<T>(props: {
  query: UseQueryResult<T, Error>;
  problem?: string;
  children: (data: T) => ReactNode;
}) {
  const { query, problem } = props;
  if (query.data !== undefined) return <>{props.children(query.data)}</>;
  if (query.isError)
    return (
      <ErrorNotice error={query.error} {...(problem ? { title: problem } : {})} onRetry={() => void query.refetch()} />
    );
  return <Loading />;
}
