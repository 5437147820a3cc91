import { Alert, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { WebhookEndpointAnswer } from '@perktree/contracts/webhook/endpoint-calls';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { callApi } from '../lib/api.ts';
import { errorText } from '../lib/api-error.ts';
import { LATEST_LOCAL, utcOf } from '../lib/days.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { useToast } from '../lib/toast.tsx';

/** Counts the messages of a replay by a dry run, and sends them after the user has confirmed the count. */
export function ReplayDialog(props: { endpoint: WebhookEndpointAnswer; onReplayed: () => void; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const toast = useToast();
  /** The count of the dry run, and the fields for which it was made. */
  const [counted, setCounted] = useState<{ readonly events: number; readonly of: string } | null>(null);
  const sent = useRef({ isDryRun: true, of: '' });
  const form = useForm({
    fields: { from: 'text', fromPosition: 'text' },
    initial: { from: '', fromPosition: '' },
    call: calls.replayWebhooks,
    body: (values) => ({ ...replayed(values), dryRun: counted?.of !== keyOf(values) }),
    params: { endpointId: props.endpoint.id },
    send(request, values) {
      sent.current = { isDryRun: request.body.dryRun, of: keyOf(values) };
      return callApi(calls.replayWebhooks, request);
    },
    onSuccess({ events }) {
      const { isDryRun, of } = sent.current;
      if (isDryRun) return setCounted({ events, of });
      toast({ title: t('replayDialog.done', { count: events }) });
      props.onReplayed();
      props.onClose();
    },
  });
  const isCounted = counted?.of === keyOf(form.values);
  return (
    <FormDialog
      title={t('replayDialog.title')}
      subtitle={t('replayDialog.text')}
      submitLabel={isCounted ? t('replayDialog.submit') : t('replayDialog.count')}
      submitDisabled={isCounted && counted.events === 0}
      form={form}
      onClose={props.onClose}
    >
      <Stack spacing={2.5} sx={{ pt: 1 }}>
        {form.failure && <Alert severity="error">{`${t('failed')}: ${errorText(form.failure)}`}</Alert>}
        <FormField
          form={form}
          name="from"
          label={t('replayDialog.from')}
          slotProps={{ htmlInput: { type: 'datetime-local', max: LATEST_LOCAL }, inputLabel: { shrink: true } }}
        />
        <FormField
          form={form}
          name="fromPosition"
          label={t('replayDialog.position')}
          helperText={t('replayDialog.positionHelp')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          autoComplete="off"
        />
        {isCounted && (
          <Alert severity="info" role="status">
            {t('replayDialog.counted', { count: counted.events })}
          </Alert>
        )}
      </Stack>
    </FormDialog>
  );
}

interface Values {
  readonly from: string;
  readonly fromPosition: string;
}

/** Both empty: replays everything. */
function replayed({ from, fromPosition }: Values) {
  if (fromPosition !== '') return { fromPosition };
  return from === '' ? { fromPosition: '0' } : { from: utcOf(from) };
}

const keyOf = (values: Values) => JSON.stringify(replayed(values));
