import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCsv } from '../../lib/api.ts';
import { csvFormat } from '../../lib/csv-format.ts';
import { downloadBlob, fileNameOf } from '../../lib/download.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

/** Downloads all matching rows of a server list as `{title}-{of}-{today}.csv`. */
export function CsvDownload(props: {
  title: string;
  of?: string | undefined;
  list: { readonly url: string; readonly loaded: { readonly items: readonly unknown[] | undefined } };
}) {
  const { title, of = '', list } = props;
  const { t, i18n } = useTranslation('common');
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => getCsv(list.url, i18n.language, csvFormat(i18n.language)),
    onSuccess: ({ file, name }) => {
      const today = new Date().toISOString().slice(0, 10);
      const parts = name === null ? [title, of, today] : [name.replace(/\.csv$/, '')];
      downloadBlob(file, fileNameOf(parts, 'csv'));
    },
    onError: failureToast(toast, t('csv.failed')),
  });
  return (
    <Button
      startIcon={<FileDownloadOutlined />}
      disabled={!list.loaded.items?.length}
      loading={download.isPending}
      loadingPosition="start"
      aria-label={t('csv.label', { what: title })}
      onClick={() => download.mutate()}
    >
      {t('csv.button')}
    </Button>
  );
}
