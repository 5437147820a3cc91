import { Button, Stack, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Loading } from '../loading.tsx';
import { FileRow } from './file-row.tsx';
import { useFile, useFiles } from './use-files.ts';

/** While a long call is made: a spinner, and the files that are being made. */
export const LongLoading = () => (
  <>
    <RunningFiles />
    <Loading />
  </>
);

/** The file that a long call has requested: its progress, then its parts. */
export function RequestedFile({ fileId }: { fileId: string }) {
  const file = useFile(fileId);
  return (
    <Stack spacing={1.5} role="status">
      {file.data?.status === 'running' && <LeaveHint />}
      {file.data && <FileRow file={file.data} />}
    </Stack>
  );
}

/** The files that are being made, for a screen that waits for one of them. */
export function RunningFiles() {
  const { data = [] } = useFiles();
  const running = data.filter(({ status }) => status === 'running');
  if (running.length === 0) return null;
  return (
    <Stack spacing={2} sx={{ mb: 2 }}>
      <LeaveHint />
      {running.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </Stack>
  );
}

function LeaveHint() {
  const { t } = useTranslation('files');
  return (
    <Typography>
      {t('leave')}{' '}
      <Button component={Link} to="/files" size="small">
        {t('open')}
      </Button>
    </Typography>
  );
}
