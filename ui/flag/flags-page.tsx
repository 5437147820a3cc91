import FlagOutlined from '@mui/icons-material/FlagOutlined';
import { Alert } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { FLAG_FILTERS } from '@perktree/contracts/flag/rules';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../kit/back-link.tsx';
import { EmptyCard } from '../kit/empty-state.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { PageHeader } from '../kit/page-header.tsx';
import { useSite } from '../kit/use-site.ts';
import { FlagCard } from './flag-card.tsx';

const NAMES = { filters: FLAG_FILTERS, sorts: ['newest', 'oldest', 'redemptions'], pageLength: 50 } as const;

export default function FlagsPage() {
  const { t } = useTranslation('flags');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const list = useServerList(calls.siteFlags, { siteId }, NAMES);
  const flagCard = useCallback((flag: FlagAnswer) => <FlagCard flag={flag} siteId={siteId} />, [siteId]);
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader
        title={t('title')}
        subtitle={site?.name ?? ''}
        actions={<ListDownload title={t('title')} of={site?.name} list={list} />}
      />
      <Alert severity="info" sx={{ mb: 2 }}>
        {t('neverBlock')}
      </Alert>
      <ServerListView
        list={list}
        label={t('title')}
        search={t('search')}
        nameOf={(shown) => (shown === 'unreviewed' ? t('unreviewed') : t(`kind.${shown}.title`))}
        empty={<EmptyCard icon={<FlagOutlined />} title={t('empty')} text={t('emptyText')} />}
        keyOf={(flag) => flag.id}
        height={180}
        cards={600}
      >
        {flagCard}
      </ServerListView>
    </>
  );
}
