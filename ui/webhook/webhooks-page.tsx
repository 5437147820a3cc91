import Add from '@mui/icons-material/Add';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { WebhookEndpointAnswer } from '@perktree/contracts/webhook/endpoint-calls';
import { useState } from 'react';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { EmptyState, PageHeader, StatusBadge } from '../kit/page.tsx';
import { CardList } from '../kit/rows.tsx';
import { headingAfter } from '../kit/screen-heading.tsx';
import { ShownOnceDialog } from '../kit/shown-once-dialog.tsx';
import { callApi } from '../lib/api.ts';
import { useApi, useCommand } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { DeliveriesDialog, ReplayDialog } from './deliveries-dialog.tsx';
import { CreateEndpointDialog, EditEndpointDialog } from './endpoint-dialog.tsx';

const TONES = { active: 'good', failing: 'warning', disabled: 'bad' } as const;

function EndpointItem(props: { endpoint: WebhookEndpointAnswer; onSecret: (secret: string) => void }) {
  const { t, format } = useLocale('webhooks');
  const { endpoint, onSecret } = props;
  const { id, url, eventTypes, siteIds, status, disabledReason, failingSince, nextAttemptAt, parked } = endpoint;
  const [open, setOpen] = useState<'edit' | 'deliveries' | 'parked' | 'replay' | null>(null);
  const close = () => setOpen(null);
  const params = { endpointId: id };
  const failed = t('failed');
  const changes = [calls.listWebhookEndpoints];
  const test = useCommand({
    send: () => callApi(calls.testWebhookEndpoint, { params }),
    failed,
    onDone: () => setOpen('deliveries'),
  });
  const rotate = useCommand({
    send: () => callApi(calls.rotateWebhookSecret, { params }),
    failed,
    changes,
    onDone: ({ secret }) => onSecret(secret),
  });
  const remove = useCommand({
    send: () => callApi(calls.removeWebhookEndpoint, { params }),
    done: () => ({ title: t('removeDialog.done') }),
    failed,
    changes,
  });
  const enable = useCommand({
    send: () => callApi(calls.changeWebhookEndpoint, { params, body: { enabled: true } }),
    done: () => ({ title: t('enabled') }),
    failed,
    changes,
  });
  const facts = [
    eventTypes.includes('*') ? t('allEvents') : eventTypes.join(', '),
    siteIds === null ? t('allSites') : t('sites', { count: siteIds.length }),
    ...(failingSince === null ? [] : [t('failingSince', { when: format.dateTime(failingSince) })]),
    ...(nextAttemptAt === null ? [] : [t('nextAttempt', { when: format.dateTime(nextAttemptAt) })]),
  ];
  const action = (name: 'deliveries' | 'replay' | 'edit') => (
    <Button size="small" aria-label={t(`${name}Label`, { url })} onClick={() => setOpen(name)}>
      {t(name)}
    </Button>
  );
  return (
    <Stack spacing={1}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="name">{url}</Typography>
        <StatusBadge tone={TONES[status]} label={t(`status.${status}`)} />
      </Stack>
      <Typography variant="quiet">{joined(facts)}</Typography>
      {disabledReason !== null && (
        <Alert
          severity="warning"
          action={
            <Button ref={headingAfter} color="inherit" loading={enable.isPending} onClick={() => enable.mutate()}>
              {t('enable')}
            </Button>
          }
        >
          {t(`disabled.${disabledReason}`)}
        </Alert>
      )}
      {parked > 0 && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" aria-label={t('parkedLabel', { url })} onClick={() => setOpen('parked')}>
              {t('showParked')}
            </Button>
          }
        >
          {t('parked', { count: parked })}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: -1 }}>
        {action('deliveries')}
        <Button
          size="small"
          aria-label={t('testLabel', { url })}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('test')}
        </Button>
        {action('replay')}
        {action('edit')}
        <ConfirmButton
          button={{ size: 'small', children: t('rotate'), 'aria-label': t('rotateLabel', { url }) }}
          command={rotate}
          title={t('rotateDialog.title')}
          confirmLabel={t('rotateDialog.submit')}
        >
          {t('rotateDialog.text')}
        </ConfirmButton>
        <ConfirmButton
          button={{ size: 'small', color: 'error', children: t('remove'), 'aria-label': t('removeLabel', { url }) }}
          command={remove}
          title={t('removeDialog.title')}
          confirmLabel={t('removeDialog.submit')}
          destructive
        >
          {t('removeDialog.text')}
        </ConfirmButton>
      </Box>
      {open === 'edit' && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
      {(open === 'deliveries' || open === 'parked') && (
        <DeliveriesDialog endpoint={endpoint} onlyParked={open === 'parked'} onClose={close} />
      )}
      {open === 'replay' && <ReplayDialog endpoint={endpoint} onClose={close} />}
    </Stack>
  );
}

/** Manages the endpoints that receive events of a business. */
export default function WebhooksPage() {
  const { t } = useLocale('webhooks');
  const endpoints = useApi(calls.listWebhookEndpoints, {}, { staleTime: 0 });
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const show = (shown: string) => {
    setCreating(false);
    setSecret(shown);
  };
  const create = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={create} />
      <CardList
        query={endpoints}
        problem={t('loadFailed')}
        label={t('title')}
        maxWidth={960}
        empty={
          <EmptyState
            icon={<WebhookOutlined />}
            title={t('empty')}
            text={t('emptyText')}
            action={<Button onClick={() => setCreating(true)}>{t('create')}</Button>}
          />
        }
      >
        {(endpoint) => <EndpointItem endpoint={endpoint} onSecret={show} />}
      </CardList>
      {isCreating && <CreateEndpointDialog onCreated={show} onClose={() => setCreating(false)} />}
      {secret !== null && <ShownOnceDialog secret={secret} catalogue="webhooks" onClose={() => setSecret(null)} />}
    </>
  );
}
