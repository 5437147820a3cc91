import Add from '@mui/icons-material/Add';
import QrCode2 from '@mui/icons-material/QrCode2';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
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
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyItem } from './key-item.tsx';
import { PairDeviceDialog } from './pair-device-dialog.tsx';

/** API keys with which tills and other programs of a business redeem. */
export default function ApiKeysPage() {
  const { t } = useTranslation('api-keys');
  const client = useQueryClient();
  const keys = useApi(calls.listApiKeys, {}, { staleTime: 0 });
  const [open, setOpen] = useState<'create' | 'pair' | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(calls.listApiKeys) });
  const show = (key: string) => {
    setOpen(null);
    setShown(key);
    void reload();
  };
  const actions = (
    <>
      <Button variant="outlined" startIcon={<QrCode2 />} onClick={() => setOpen('pair')}>
        {t('pair')}
      </Button>
      <Button variant="contained" startIcon={<Add />} onClick={() => setOpen('create')}>
        {t('create')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={actions} />
      <CardList
        query={keys}
        problem={t('loadFailed')}
        label={t('title')}
        maxWidth={860}
        empty={
          <EmptyState
            icon={<VpnKeyOutlined />}
            title={t('empty')}
            text={t('emptyText')}
            action={<Button onClick={() => setOpen('create')}>{t('create')}</Button>}
          />
        }
      >
        {(key) => <KeyItem apiKey={key} onRotated={show} onRevoked={() => void reload()} />}
      </CardList>
      {open === 'create' && <CreateKeyDialog onCreated={show} onClose={() => setOpen(null)} />}
      {open === 'pair' && (
        <PairDeviceDialog
          onClose={() => {
            setOpen(null);
            void reload();
          }}
        />
      )}
      {shown !== null && <ShownOnceDialog secret={shown} catalogue="api-keys" onClose={() => setShown(null)} />}
    </>
  );
}
