import { Alert } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { keepCodes, keptCodes } from '../lib/device-copy.ts';
import { useApiList } from '../lib/use-api.ts';
import { ErrorNotice } from './error-notice.tsx';
import { QueryView } from './query-view.tsx';

/** One's own scans, newest first. What is open of them is kept on this device, as new as the list itself. */
export function useMyScans(enabled = true) {
  const scans = useApiList(calls.myScans, {}, { enabled });
  useEffect(() => {
    if (scans.data) keepCodes(scans.data);
  }, [scans.data]);
  return scans;
}

/** The list, or without a network the open codes that this device has kept, and a word on that they are. */
export function MyScansView({ children }: { children: (scans: readonly MyScanAnswer[]) => ReactNode }) {
  const { t } = useTranslation('offline');
  const scans = useMyScans();
  if (scans.data !== undefined || scans.error?.status !== 0) return <QueryView query={scans}>{children}</QueryView>;
  const codes = keptCodes();
  if (codes.length > 0) {
    return (
      <>
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('codes')}
        </Alert>
        {children(codes)}
      </>
    );
  }
  return (
    <>
      <Alert severity="info" sx={{ mb: 2 }}>
        {t('noCodes')}
      </Alert>
      <ErrorNotice error={scans.error} onRetry={() => void scans.refetch()} />
    </>
  );
}
