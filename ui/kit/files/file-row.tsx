import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, LinearProgress, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { refusalText, refusalWords } from '../../lib/public/refusal-words.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

/** A file of a long call: its progress, its parts to download, and how to cancel or delete it. */
export function FileRow({ file }: { file: FileAnswer }) {
  const { t, i18n } = useTranslation('files');
  const name = useFileName(file);
  const { status, parts, failure } = file;
  const isRunning = status === 'running';
  const when = (time: string) => formatDateTime(time, i18n.language);
  return (
    <Stack spacing={1}>
      <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{name}</Typography>
      {isRunning ? (
        <FileProgress file={file} />
      ) : (
        <Typography variant="body2" sx={{ color: status === 'failed' ? 'error.main' : 'text.secondary' }}>
          {t(`status.${status}`)}
          {failure && `: ${refusalText(failure, refusalWords())}`}
        </Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('created', { when: when(file.createdAt) })} · {t('expires', { when: when(file.expiresAt) })}
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {parts.map((part) => (
          <Button
            key={part.url}
            component="a"
            href={part.url}
            download={part.name}
            startIcon={<FileDownloadOutlined />}
            aria-label={t('download', { name: part.name })}
          >
            {endingOf(part.name)} ({formatNumber(Math.max(1, Math.round(part.bytes / 1024)), i18n.language)} KB)
          </Button>
        ))}
        <RemoveButton file={file} name={name} />
      </Stack>
    </Stack>
  );
}

function FileProgress({ file }: { file: FileAnswer }) {
  const { t } = useTranslation('files');
  const percent = Math.round(file.progress * 100);
  return (
    <Stack spacing={0.5}>
      <LinearProgress
        variant={percent === 0 ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label={useFileName(file)}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('status.running')}
        {percent > 0 && ` · ${percent} %`}
      </Typography>
    </Stack>
  );
}

function RemoveButton({ file, name }: { file: FileAnswer; name: string }) {
  const { t } = useTranslation('files');
  const client = useQueryClient();
  const toast = useToast();
  const isRunning = file.status === 'running';
  const remove = useMutation({
    mutationFn: () => callApi(calls.deleteFile, { params: { fileId: file.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyOf(calls.listFiles) }),
    onError: failureToast(toast, t('failedAction')),
  });
  return (
    <Button
      color="inherit"
      loading={remove.isPending}
      onClick={() => remove.mutate()}
      aria-label={t(isRunning ? 'cancelLabel' : 'removeLabel', { name })}
    >
      {t(isRunning ? 'cancel' : 'remove')}
    </Button>
  );
}

/** "Statement Corner-Cafe 2026-10-01 – 2026-11-01" for `statement_Corner-Cafe_2026-10-01_2026-11-01`. */
function useFileName({ name }: Pick<FileAnswer, 'name'>): string {
  const { t } = useTranslation('files');
  const [kind = '', ...rest] = name.split('_');
  const [from = '', to = ''] = rest.slice(-2);
  const words = DAY.test(from) && DAY.test(to) ? [...rest.slice(0, -2), `${from} – ${to}`] : rest;
  return [t(`kind.${kind}`), ...words].join(' ');
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toUpperCase();
