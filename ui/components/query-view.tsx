import { Alert, Button } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/**
 * Loading, then the data or what went wrong: the three states of everything that is read. Data that could not be read anew
 * stays, with a word on that it may be out of date.
 * @param props.problem says what went wrong in the screen's own words
 */
export function QueryView<T>(props: {
  query: UseQueryResult<T, Error>;
  problem?: string;
  children: (data: T) => ReactNode;
}) {
  const { t } = useTranslation('common');
  const { query, problem } = props;
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (!query.isError) return <Loading />;
    return <ErrorNotice error={query.error} {...(problem ? { title: problem } : {})} onRetry={retry} />;
  }
  return (
    <>
      {query.isError && !isOffline(query.error) && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={retry}>
              {t('retry')}
            </Button>
          }
          sx={{ mb: 2 }}
        >
          {t('error.outOfDate')}
        </Alert>
      )}
      {props.children(query.data)}
    </>
  );
}

/** Without a network the whole page says so (admin/after-start.tsx). */
const isOffline = (error: Error) => error instanceof ApiError && error.status === 0;
