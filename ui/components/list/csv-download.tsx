import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCsv } from '../../lib/api.ts';
import { downloadBlob, fileNameOf } from '../../lib/download.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

/** Downloads all matching rows of a server list as `{name}-{today}.csv`. `what` names the list for screen readers. */
export function CsvDownload(props: { what: string; name: readonly string[]; url: string; isEmpty: boolean }) {
  const { t, i18n } = useTranslation('common');
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => getCsv(props.url, i18n.language),
    onSuccess: (file) => {
      const today = new Date().toISOString().slice(0, 10);
      downloadBlob(file, fileNameOf([...props.name, today], 'csv'));
    },
    onError: failureToast(toast, t('csv.failed')),
  });
  return (
    <Button
      startIcon={<FileDownloadOutlined />}
      disabled={props.isEmpty}
      loading={download.isPending}
      loadingPosition="start"
      aria-label={t('csv.label', { what: props.what })}
      onClick={() => download.mutate()}
    >
      {t('csv.button')}
    </Button>
  );
}
