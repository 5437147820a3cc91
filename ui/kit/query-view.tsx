import { Alert, Button } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/**
 * Shows loading, data or an error. Data that could not be refreshed stays, with a notice that it may be out of date.
 * @param props.problem the screen's own error text
 */
export function QueryView<T>(props: {
  query: UseQueryResult<T, Error>;
  problem?: string;
  /** Shown while the query loads. Default: a spinner. */
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { t } = useTranslation('common');
  const { query, problem } = props;
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (!query.isError) return props.loading ?? <Loading />;
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

/** When offline, the page shows its own notice (admin/after-start.tsx). */
const isOffline = (error: Error) => error instanceof ApiError && error.status === 0;
