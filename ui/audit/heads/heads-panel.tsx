import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Button, List, ListItem, ListItemText, Stack } from '@mui/material';
import type { HeadDetails, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { callApi } from '../../lib/api.ts';
import { downloadBlob, downloadText } from '../../lib/download.ts';
import { formatNumber } from '../../lib/format.ts';
import { utcTime } from './utc-time.ts';

/** Saves the head, the text that is signed, and the time stamp where there is one. */
function save({ head, file, timeStamp }: HeadDetails): void {
  const name = `head-${head.events}`;
  downloadText(`${JSON.stringify(head, null, 2)}\n`, `${name}.json`, 'application/json');
  if (timeStamp === null) return;
  downloadText(file, `${name}.txt`, 'text/plain');
  const answer = Uint8Array.from(atob(timeStamp.response), (character) => character.charCodeAt(0));
  downloadBlob(new Blob([answer], { type: 'application/timestamp-reply' }), `${name}.tsr`);
}

export function HeadsPanel({ heads }: { heads: readonly SignedHead[] }) {
  const { t, i18n } = useTranslation('heads');
  const download = useMutation({
    mutationFn: (events: number) => callApi(calls.auditHead, { params: { events: String(events) } }),
    onSuccess: save,
  });
  if (heads.length === 0) return <Alert severity="warning">{t('list.none')}</Alert>;
  return (
    <Stack spacing={2}>
      {download.isError && <ErrorNotice error={download.error} title={t('list.downloadFailed')} />}
      <List disablePadding aria-label={t('list.title')}>
        {heads.map((head, n) => {
          const events = formatNumber(head.events, i18n.language);
          return (
            <ListItem
              key={`${head.events} ${head.signature}`}
              disableGutters
              divider={n < heads.length - 1}
              sx={{ flexWrap: 'wrap', gap: 1 }}
            >
              <ListItemText
                primary={t('list.events', { count: head.events, number: events })}
                secondary={
                  <>
                    {t('list.signed', { at: utcTime(head.signedAt, i18n.language), key: head.keyId })}
                    <br />
                    {head.root}
                  </>
                }
                slotProps={{ secondary: { sx: { overflowWrap: 'anywhere' } } }}
              />
              <Button
                variant="outlined"
                startIcon={<FileDownloadOutlined />}
                aria-label={t('list.downloadOf', { number: events })}
                disabled={download.isPending}
                onClick={() => download.mutate(head.events)}
              >
                {t('list.download')}
              </Button>
            </ListItem>
          );
        })}
      </List>
    </Stack>
  );
}
