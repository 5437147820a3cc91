import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Button, ListItemText, Stack, TextField, Typography } from '@mui/material';
import type { HeadDetails, PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice, PageHeader, Panel, Panels, QueryView, StatusBadge } from '../../kit/page.tsx';
import { Rows } from '../../kit/rows.tsx';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useAuth } from '../../lib/auth.tsx';
import { downloadBlob, downloadText } from '../../lib/download.ts';
import { useApi } from '../../lib/use-api.ts';
import { formatDateTime, joined, useLocale } from '../../lib/use-locale.ts';
import { headIn, isBeginning } from './consistency.ts';

/** Heads are evidence: every reader sees the same time, with its zone. */
const utcTime = (iso: string, language: string): string => `${formatDateTime(iso, language, UTC)} (${UTC})`;

type Outcome = 'same' | 'changed' | 'deleted' | 'shorter';
const SEVERITY = { same: 'success', changed: 'error', deleted: 'warning', shorter: 'error' } as const;

async function compared(kept: SignedHead, newest: SignedHead): Promise<Outcome> {
  if (kept.events > newest.events) return 'shorter';
  const proof = await callApi(calls.auditConsistency, {
    query: { from: String(kept.events), to: String(newest.events) },
  });
  if (!(await isBeginning(kept, newest, proof))) return 'changed';
  const there = await callApi(calls.auditHead, { params: { events: String(kept.events) } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  return there === null ? 'deleted' : 'same';
}

/** Compares a head that its reader has kept with the newest one; the browser checks the proof by itself. */
function ComparePanel({ newest }: { newest: SignedHead | undefined }) {
  const { t, format, language } = useLocale('heads');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const kept = headIn(text);
  const compare = useMutation({ mutationFn: (head: SignedHead) => compared(head, newest as SignedHead) });
  const isWrong = isChecked && kept === null;
  return (
    <Panel title={t('compare.title')} subtitle={t('compare.subtitle')}>
      <Stack
        component="form"
        noValidate
        spacing={2}
        sx={{ alignItems: 'flex-start' }}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (kept && newest) compare.mutate(kept);
        }}
      >
        <TextField
          label={t('compare.kept')}
          helperText={isWrong ? t('compare.noHead') : t('compare.help')}
          error={isWrong}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChecked(false);
            compare.reset();
          }}
          multiline
          minRows={3}
          maxRows={10}
        />
        <Button type="submit" variant="contained" disabled={newest === undefined || compare.isPending}>
          {t('compare.button')}
        </Button>
        {compare.isError && <ErrorNotice error={compare.error} title={t('compare.failed')} />}
        {compare.data && compare.variables && (
          <Alert severity={SEVERITY[compare.data]} sx={{ width: '100%' }}>
            {t(`compare.${compare.data}`, {
              number: format.number(compare.variables.events),
              at: utcTime(compare.variables.signedAt, language),
            })}
          </Alert>
        )}
      </Stack>
    </Panel>
  );
}

function KeysPanel() {
  const { t } = useLocale('heads');
  const keys = useApi(calls.auditKeys, {});
  return (
    <Panel title={t('keys.title')} subtitle={t('keys.subtitle')}>
      <QueryView query={keys} problem={t('keys.failed')}>
        {(data) => (
          <Rows
            items={data.keys}
            label={t('keys.title')}
            keyOf={({ keyId }) => keyId}
            empty={<Alert severity="info">{t('keys.none')}</Alert>}
          >
            {(key) => <Key {...key} />}
          </Rows>
        )}
      </QueryView>
    </Panel>
  );
}

const TONES = { inUse: 'good', replaced: 'quiet', revoked: 'bad' } as const;

function Key({ keyId, publicKey, since, until, handOver, revoked }: PublishedKey) {
  const { t, language } = useLocale('heads');
  const time = (iso: string) => utcTime(iso, language);
  const state = revoked ? 'revoked' : until === null ? 'inUse' : 'replaced';
  const facts = [
    until === null
      ? t('keys.since', { since: time(since) })
      : t('keys.from', { since: time(since), until: time(until) }),
    handOver ? t('keys.signedBy', { key: handOver.from }) : t('keys.first'),
    ...(revoked ? [t('keys.revokedFrom', { at: time(revoked.at), reason: revoked.reason, key: revoked.by })] : []),
  ];
  return (
    <ListItemText
      primary={
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <span>{keyId}</span>
          <StatusBadge tone={TONES[state]} label={t(`keys.${state}`)} />
        </Stack>
      }
      secondary={
        <>
          {facts.map((fact) => (
            <Typography key={fact} component="span" variant="body2" sx={{ display: 'block' }}>
              {fact}
            </Typography>
          ))}
          <Typography component="code" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {publicKey}
          </Typography>
        </>
      }
      slotProps={{ primary: { component: 'div' }, secondary: { component: 'div' } }}
    />
  );
}

/** Saves the head, the text that is signed, and the time stamp where there is one. */
function save({ head, file, timeStamp }: HeadDetails): void {
  const name = (extension: string) => fileName([`head ${head.events}`], extension);
  downloadText(`${JSON.stringify(head, null, 2)}\n`, name('json'), 'application/json');
  if (timeStamp === null) return;
  downloadText(file, name('txt'), 'text/plain');
  const answer = Uint8Array.from(atob(timeStamp.response), (character) => character.charCodeAt(0));
  downloadBlob(new Blob([answer], { type: 'application/timestamp-reply' }), name('tsr'));
}

function HeadsPanel({ heads }: { heads: readonly SignedHead[] }) {
  const { t, format, language } = useLocale('heads');
  const download = useMutation({
    mutationFn: (events: number) => callApi(calls.auditHead, { params: { events: String(events) } }),
    onSuccess: save,
  });
  if (heads.length === 0) return <Alert severity="warning">{t('list.none')}</Alert>;
  return (
    <Stack spacing={2}>
      {download.isError && <ErrorNotice error={download.error} title={t('list.downloadFailed')} />}
      <Rows
        items={heads}
        label={t('list.title')}
        keyOf={({ events, signature }) => `${events} ${signature}`}
        sx={{ flexWrap: 'wrap', gap: 1 }}
      >
        {(head) => (
          <>
            <ListItemText
              primary={t('list.events', { count: head.events, number: format.number(head.events) })}
              secondary={
                <>
                  {t('list.signed', { at: utcTime(head.signedAt, language), key: head.keyId })}
                  <br />
                  {head.root}
                </>
              }
            />
            <Button
              variant="outlined"
              startIcon={<FileDownloadOutlined />}
              aria-label={t('list.downloadOf', { number: format.number(head.events) })}
              disabled={download.isPending}
              onClick={() => download.mutate(head.events)}
            >
              {t('list.download')}
            </Button>
          </>
        )}
      </Rows>
    </Stack>
  );
}

/** Which heads have gone to those outside the installation, for its operator. */
function PushesPanel() {
  const { t, format, language } = useLocale('heads');
  const pushes = useApi(calls.headPushes, {});
  const time = (iso: string) => utcTime(iso, language);
  return (
    <Panel title={t('pushes.title')} subtitle={t('pushes.subtitle')}>
      <QueryView query={pushes} problem={t('pushes.failed')}>
        {(data) => (
          <Rows
            items={data.pushes}
            label={t('pushes.title')}
            keyOf={({ events, receiver }) => `${events} ${receiver}`}
            empty={<Alert severity="info">{t('pushes.none')}</Alert>}
          >
            {({ events, receiver, doneAt, nextAttemptAt, attempts, error }) => (
              <ListItemText
                primary={joined([
                  t(`pushes.${receiver}`),
                  t('list.events', { count: events, number: format.number(events) }),
                ])}
                secondary={joined([
                  doneAt !== null && t('pushes.done', { at: time(doneAt) }),
                  nextAttemptAt !== null && t('pushes.next', { count: attempts, at: time(nextAttemptAt) }),
                  error,
                ])}
              />
            )}
          </Rows>
        )}
      </QueryView>
    </Panel>
  );
}

/** Heads that a reader shows per page of the list. */
const NEWEST = '20';

/** The signed heads of the chain of events: what auditors keep, and compare with what the product shows later. */
export default function HeadsPage() {
  const { t } = useLocale('heads');
  const { role } = useAuth();
  const heads = useApi(calls.auditHeads, { query: { limit: NEWEST } });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Panels>
        <Panel title={t('list.title')} subtitle={t('list.subtitle')}>
          <QueryView query={heads} problem={t('list.failed')}>
            {(data) => <HeadsPanel heads={data.heads} />}
          </QueryView>
        </Panel>
        <ComparePanel newest={heads.data?.heads[0]} />
        <KeysPanel />
        {role === 'superadmin' && <PushesPanel />}
      </Panels>
    </>
  );
}
