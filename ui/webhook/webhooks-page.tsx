import Add from '@mui/icons-material/Add';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { Button } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardList } from '../kit/card-list.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { ShownOnceDialog } from '../kit/shown-once-dialog.tsx';
import { queryKeyOf } from '../lib/query-client.ts';
import { useApi } from '../lib/use-api.ts';
import { CreateEndpointDialog } from './endpoint-dialog.tsx';
import { EndpointItem } from './endpoint-item.tsx';

/** Manages the endpoints that receive events of a business. */
export default function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const endpoints = useApi(calls.listWebhookEndpoints, {}, { staleTime: 0 });
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const reload = () => void client.invalidateQueries({ queryKey: queryKeyOf(calls.listWebhookEndpoints) });
  const show = (shown: string) => {
    setCreating(false);
    setSecret(shown);
    reload();
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
        {(endpoint) => <EndpointItem endpoint={endpoint} onChanged={reload} onSecret={show} />}
      </CardList>
      {isCreating && <CreateEndpointDialog onCreated={show} onClose={() => setCreating(false)} />}
      {secret !== null && <ShownOnceDialog secret={secret} catalogue="webhooks" onClose={() => setSecret(null)} />}
    </>
  );
}
