import { Alert, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../kit/page.tsx';
import { saveCodes, savedCodes } from '../../lib/device-copy.ts';
import { type LoadedList, useApi } from '../../lib/use-api.ts';

/** Maximum number of open codes that a device saves, newest first. */
const SAVED = '50';

/** Saves the signed-in customer's open codes on this device for offline use. */
export function useSaveCodes(): void {
  const { data } = useApi(calls.myScans, { query: { show: 'open', limit: SAVED } });
  useEffect(() => {
    if (data) saveCodes(data);
  }, [data]);
}

/** Whether a list has not loaded because the server cannot be reached. */
export const isUnreachable = ({ items, error }: LoadedList<unknown>): boolean =>
  items === undefined && error?.status === 0;

/** The codes saved on this device. Replaces a customer's scans while the server cannot be reached. */
export function SavedCodes(props: { list: LoadedList<MyScanAnswer>; children: (scan: MyScanAnswer) => ReactNode }) {
  const { t } = useTranslation('offline');
  const codes = savedCodes();
  return (
    <>
      <Alert severity="info" sx={{ mb: 2 }}>
        {t(codes.length > 0 ? 'codes' : 'noCodes')}
      </Alert>
      {codes.length === 0 && <ErrorNotice error={props.list.error} onRetry={props.list.retry} />}
      <Stack spacing={1.5}>
        {codes.map((scan) => (
          <Fragment key={scan.scanId}>{props.children(scan)}</Fragment>
        ))}
      </Stack>
    </>
  );
}
