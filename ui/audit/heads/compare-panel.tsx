import { Alert, Button, Stack, TextField } from '@mui/material';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { headIn, isBeginning } from './consistency.ts';
import { utcTime } from './utc-time.ts';

type Outcome = 'same' | 'changed' | 'deleted' | 'shorter';
const SEVERITY = { same: 'success', changed: 'error', deleted: 'warning', shorter: 'error' } as const;

/** What has become of the history of a kept head. */
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
export function ComparePanel({ newest }: { newest: SignedHead | undefined }) {
  const { t, i18n } = useTranslation('heads');
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
          fullWidth
        />
        <Button type="submit" variant="contained" disabled={newest === undefined || compare.isPending}>
          {t('compare.button')}
        </Button>
        {compare.isError && <ErrorNotice error={compare.error} title={t('compare.failed')} />}
        {compare.data && compare.variables && (
          <Alert severity={SEVERITY[compare.data]} sx={{ width: '100%' }}>
            {t(`compare.${compare.data}`, {
              number: formatNumber(compare.variables.events, i18n.language),
              at: utcTime(compare.variables.signedAt, i18n.language),
            })}
          </Alert>
        )}
      </Stack>
    </Panel>
  );
}
