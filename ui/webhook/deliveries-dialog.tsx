import { Alert, Box, Button, List, ListItem, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { DeliveryAnswer, WebhookEndpointAnswer } from '@perktree/contracts/webhook/endpoint-calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { InfoDialog } from '../kit/dialog-shell.tsx';
import { LoadedView } from '../kit/loaded-view.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { callApi } from '../lib/api.ts';
import { formatDateTime } from '../lib/format.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApiPages } from '../lib/use-api.ts';

const TONES = { pending: 'quiet', retrying: 'warning', delivered: 'good', failed: 'bad', parked: 'bad' } as const;

/** The delivery log of an endpoint. @param props.onlyParked what the endpoint rejected and has not received since */
export function DeliveriesDialog(props: {
  endpoint: WebhookEndpointAnswer;
  onlyParked: boolean;
  onSent: () => void;
  onClose: () => void;
}) {
  const { endpoint, onlyParked, onSent, onClose } = props;
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const list = useApiPages(
    calls.webhookDeliveries,
    { params: { endpointId: endpoint.id }, query: { limit: '20', ...(onlyParked && { status: 'parked' as const }) } },
    { keepsAllPages: true },
  );
  const reload = () => void client.invalidateQueries({ queryKey: list.queryKey });
  const sent = () => {
    reload();
    onSent();
  };
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
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Alert severity="info">{t(onlyParked ? 'parkedDialog.empty' : 'deliveriesDialog.empty')}</Alert>
          ) : (
            <List disablePadding aria-label={t('deliveriesDialog.title')}>
              {deliveries.map((delivery) => (
                <ListItem key={delivery.id} disableGutters divider sx={{ display: 'block', py: 1.5 }}>
                  <Delivery endpointId={endpoint.id} delivery={delivery} onSent={sent} />
                </ListItem>
              ))}
            </List>
          )
        }
      </LoadedView>
    </InfoDialog>
  );
}

function Delivery(props: { endpointId: string; delivery: DeliveryAnswer; onSent: () => void }) {
  const { t, i18n } = useTranslation('webhooks');
  const toast = useToast();
  const { endpointId, delivery, onSent } = props;
  const { id, type, position, status, attempts, responseStatus, responseBody, error, body } = delivery;
  const when = (time: string) => formatDateTime(time, i18n.language);
  const resend = useMutation({
    mutationFn: () => callApi(calls.resendWebhookDelivery, { params: { endpointId, deliveryId: id } }),
    onSuccess: () => {
      toast({ title: t('deliveriesDialog.resent') });
      onSent();
    },
    onError: failureToast(toast, t('failed')),
  });
  const facts = [
    t('deliveriesDialog.position', { position }),
    when(delivery.attemptedAt ?? delivery.createdAt),
    t('deliveriesDialog.attempts', { count: attempts }),
    ...(delivery.nextAttemptAt === null ? [] : [t('nextAttempt', { when: when(delivery.nextAttemptAt) })]),
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
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {joined(facts)}
      </Typography>
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
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="code" sx={{ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 13 }}>
        {text}
      </Box>
    </Box>
  );
}
