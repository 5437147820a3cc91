import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RequestedFile } from '../kit/files/requested-file.tsx';
import { Panel } from '../kit/panel.tsx';
import { callApi } from '../lib/api.ts';
import { downloadText, fileNameOf } from '../lib/download.ts';
import { isFileRequested } from '../lib/long-call.ts';
import { failureToast, useToast } from '../lib/toast.tsx';

export function DownloadData() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const load = useMutation({
    mutationFn: () => callApi(calls.exportOwnData, {}),
    onSuccess: (data) => {
      if (isFileRequested(data)) return;
      const name = fileNameOf([t('data.file'), data.exportedAt.slice(0, 10)], 'json');
      downloadText(JSON.stringify(data, null, 2), name, 'application/json');
      toast({ title: t('data.done'), description: name });
    },
    onError: failureToast(toast, t('data.failed')),
  });
  return (
    <Panel title={t('data.title')} subtitle={t('data.text')}>
      <Button
        variant="outlined"
        startIcon={<FileDownloadOutlined />}
        loading={load.isPending}
        loadingPosition="start"
        onClick={() => load.mutate()}
      >
        {t('data.button')}
      </Button>
      {load.data && isFileRequested(load.data) && <RequestedFile fileId={load.data.file.id} />}
    </Panel>
  );
}
