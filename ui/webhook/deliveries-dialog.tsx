import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { DeliveryAnswer, WebhookEndpointAnswer } from '@perktree/contracts/webhook/endpoint-calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { InfoDialog } from '../kit/dialogs.tsx';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { LoadedView } from '../kit/list/list-footer.tsx';
import { StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { callApi } from '../lib/api.ts';
import { LATEST_LOCAL, utcOf } from '../lib/days.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { useToast } from '../lib/toast.tsx';
import { useApiPages, useCommand } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';

/** Counts the messages of a replay by a dry run, and sends them after the user has confirmed the count. */
export function ReplayDialog(props: { endpoint: WebhookEndpointAnswer; onClose: () => void }) {
  const { t } = useLocale('webhooks');
  const toast = useToast();
  /** The count of the dry run, and the fields for which it was made. */
  const [counted, setCounted] = useState<{ readonly events: number; readonly of: string } | null>(null);
  const done = (count: number) => {
    toast({ title: t('replayDialog.done', { count }) });
    props.onClose();
  };
  const form = useForm({
    fields: { from: 'text', fromPosition: 'text' },
    call: calls.replayWebhooks,
    body: (values) => ({ ...replayed(values), dryRun: counted?.of !== keyOf(values) }),
    params: { endpointId: props.endpoint.id },
    changes: [calls.listWebhookEndpoints],
    async send(request, values) {
      const answer = await callApi(calls.replayWebhooks, request);
      if (request.body.dryRun) setCounted({ events: answer.events, of: keyOf(values) });
      else done(answer.events);
      return answer;
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
      failed={t('failed')}
    >
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

const TONES = { pending: 'quiet', retrying: 'warning', delivered: 'good', failed: 'bad', parked: 'bad' } as const;

/** The delivery log of an endpoint. @param props.onlyParked what the endpoint rejected and has not received since */
export function DeliveriesDialog(props: { endpoint: WebhookEndpointAnswer; onlyParked: boolean; onClose: () => void }) {
  const { endpoint, onlyParked, onClose } = props;
  const { t } = useLocale('webhooks');
  const client = useQueryClient();
  const list = useApiPages(
    calls.webhookDeliveries,
    { params: { endpointId: endpoint.id }, query: { limit: '20', ...(onlyParked && { status: 'parked' as const }) } },
    { keepsAllPages: true },
  );
  const reload = () => void client.invalidateQueries({ queryKey: list.queryKey });
  return (
    <InfoDialog
      title={t(onlyParked ? 'parkedDialog.title' : 'deliveriesDialog.title')}
      subtitle={endpoint.url}
      onClose={onClose}
    >
      <Button variant="outlined" loading={list.isLoading} onClick={reload} sx={{ mb: 1 }}>
        {t('deliveriesDialog.refresh')}
      </Button>
      <LoadedView list={list}>
        {(deliveries) => (
          <Rows
            items={deliveries}
            label={t('deliveriesDialog.title')}
            keyOf={({ id }) => id}
            empty={<Alert severity="info">{t(onlyParked ? 'parkedDialog.empty' : 'deliveriesDialog.empty')}</Alert>}
            lines="all"
            sx={{ display: 'block', py: 1.5 }}
          >
            {(delivery) => <Delivery endpointId={endpoint.id} delivery={delivery} />}
          </Rows>
        )}
      </LoadedView>
    </InfoDialog>
  );
}

function Delivery({ endpointId, delivery }: { endpointId: string; delivery: DeliveryAnswer }) {
  const { t, format } = useLocale('webhooks');
  const { id, type, position, status, attempts, responseStatus, responseBody, error, body } = delivery;
  const resend = useCommand({
    send: () => callApi(calls.resendWebhookDelivery, { params: { endpointId, deliveryId: id } }),
    done: () => ({ title: t('deliveriesDialog.resent') }),
    failed: t('failed'),
    // Its deliveries are read again, too: their key begins with this one.
    changes: [calls.listWebhookEndpoints],
  });
  const facts = [
    t('deliveriesDialog.position', { position }),
    format.dateTime(delivery.attemptedAt ?? delivery.createdAt),
    t('deliveriesDialog.attempts', { count: attempts }),
    ...(delivery.nextAttemptAt === null ? [] : [t('nextAttempt', { when: format.dateTime(delivery.nextAttemptAt) })]),
  ];
  return (
    <Stack spacing={0.5}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>{type}</Typography>
        <StatusBadge tone={TONES[status]} label={t(`deliveriesDialog.status.${status}`)} />
        <Box sx={{ flex: 1 }} />
        <Button
          size="small"
          aria-label={t('deliveriesDialog.resendLabel', { type, position })}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('deliveriesDialog.resend')}
        </Button>
      </Stack>
      <Typography variant="quiet">{joined(facts)}</Typography>
      <Typography variant="body2">
        {responseStatus === null
          ? (error ?? t('deliveriesDialog.noAnswer'))
          : t('deliveriesDialog.answered', { status: responseStatus })}
      </Typography>
      <details>
        <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', py: 1.5 }}>
          {t('deliveriesDialog.details')}
        </Typography>
        <Text label={t('deliveriesDialog.request')} text={body} />
        {responseBody !== null && responseBody !== '' && (
          <Text label={t('deliveriesDialog.response')} text={responseBody} />
        )}
      </details>
    </Stack>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <Box sx={{ pt: 1 }}>
      <Typography variant="quiet">{label}</Typography>
      <Box component="code" sx={{ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 13 }}>
        {text}
      </Box>
    </Box>
  );
}
