import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, LinearProgress, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { useQueryClient } from '@tanstack/react-query';
import { callApi, POLL_MS } from '../lib/api.ts';
import { refusalText, refusalWords } from '../lib/public/refusal-words.ts';
import { queryKeyOf, useApi, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { DownloadLink } from './download-link.tsx';
import { Loading } from './loading.tsx';
import { LinkButton } from './page.tsx';
import { headingAfter } from './screen-heading.tsx';

const isRunning = ({ status }: FileAnswer) => status === 'running';

/** The user's files. Polls every second while one is being made, because live updates may be interrupted. */
export function useFiles() {
  return useApi(
    calls.listFiles,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false) },
  );
}

function useFile(fileId: string) {
  return useApi(
    calls.file,
    { params: { fileId } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : POLL_MS) },
  );
}

/** A file of a long call: its progress, its parts to download, and how to cancel or delete it. */
export function FileRow({ file }: { file: FileAnswer }) {
  const { t, format } = useLocale('files');
  const name = useFileName(file);
  const { status, parts, failure } = file;
  return (
    <Stack spacing={1}>
      <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{name}</Typography>
      {isRunning(file) ? (
        <FileProgress file={file} />
      ) : (
        <Typography variant="body2" sx={{ color: status === 'failed' ? 'error.main' : 'text.secondary' }}>
          {t(`status.${status}`)}
          {failure && `: ${refusalText(failure, refusalWords())}`}
        </Typography>
      )}
      <Typography variant="quiet">
        {t('created', { when: format.dateTime(file.createdAt) })} ·{' '}
        {t('expires', { when: format.dateTime(file.expiresAt) })}
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {parts.map((part) => (
          <DownloadLink
            key={part.url}
            href={part.url}
            name={part.name}
            startIcon={<FileDownloadOutlined />}
            aria-label={t('download', { name: part.name })}
          >
            {endingOf(part.name)} ({format.number(Math.max(1, Math.round(part.bytes / 1024)))} KB)
          </DownloadLink>
        ))}
        <RemoveButton file={file} name={name} />
      </Stack>
    </Stack>
  );
}

function FileProgress({ file }: { file: FileAnswer }) {
  const { t, format } = useLocale('files');
  const percent = Math.round(file.progress * 100);
  return (
    <Stack spacing={0.5}>
      <LinearProgress
        variant={percent === 0 ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label={useFileName(file)}
      />
      <Typography variant="quiet">
        {t('status.running')}
        {percent > 0 && ` · ${format.percentage(percent, 0)}`}
      </Typography>
    </Stack>
  );
}

function RemoveButton({ file, name }: { file: FileAnswer; name: string }) {
  const { t } = useLocale('files');
  const client = useQueryClient();
  const remove = useCommand({
    send: () => callApi(calls.deleteFile, { params: { fileId: file.id } }),
    failed: t('failedAction'),
    onEnd: () => client.invalidateQueries({ queryKey: queryKeyOf(calls.listFiles) }),
  });
  return (
    <Button
      ref={headingAfter}
      color="inherit"
      loading={remove.isPending}
      onClick={() => remove.mutate()}
      aria-label={t(isRunning(file) ? 'cancelLabel' : 'removeLabel', { name })}
    >
      {t(isRunning(file) ? 'cancel' : 'remove')}
    </Button>
  );
}

/** "Statement Corner-Cafe 2026-10-01 – 2026-11-01" for `statement_Corner-Cafe_2026-10-01_2026-11-01`. */
function useFileName({ name }: Pick<FileAnswer, 'name'>): string {
  const { t } = useLocale('files');
  const [kind = '', ...rest] = name.split('_');
  const [from = '', to = ''] = rest.slice(-2);
  const words = DAY.test(from) && DAY.test(to) ? [...rest.slice(0, -2), `${from} – ${to}`] : rest;
  return [t(`kind.${kind}`), ...words].join(' ');
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

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
      {file.data && isRunning(file.data) && <LeaveHint />}
      {file.data && <FileRow file={file.data} />}
    </Stack>
  );
}

/** The files that are being made, for a screen that waits for one of them. */
export function RunningFiles() {
  const { data = [] } = useFiles();
  const running = data.filter(isRunning);
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
  const { t } = useLocale('files');
  return (
    <Typography>
      {t('leave')}{' '}
      <LinkButton to="/files" variant="text" size="small">
        {t('open')}
      </LinkButton>
    </Typography>
  );
}
