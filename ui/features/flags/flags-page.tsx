import FlagOutlined from '@mui/icons-material/FlagOutlined';
import { Alert, Card, Stack } from '@mui/material';
import { FLAG_KINDS } from '@perktree/contracts/flag-rules';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { CsvDownload } from '../../components/list/csv-download.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { NothingFound } from '../../components/list/nothing-found.tsx';
import { useServerList } from '../../components/list/use-server-list.ts';
import { LoadedView } from '../../components/loaded-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useSite } from '../../components/use-site.ts';
import { FlagCard } from './flag-card.tsx';

const NAMES = { filters: FLAG_KINDS, sorts: ['newest', 'oldest', 'redemptions'], pageLength: 50 } as const;

/** What looks like self-dealing on one site, for its owner to judge. */
export default function FlagsPage() {
  const { t } = useTranslation('flags');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const list = useServerList(calls.siteFlags, { siteId }, NAMES);
  const isEmpty = !list.loaded.items?.length;
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader
        title={t('title')}
        subtitle={site?.name}
        actions={
          <CsvDownload what={t('title')} name={[t('title'), site?.name ?? '']} url={list.url} isEmpty={isEmpty} />
        }
      />
      <Alert severity="info" sx={{ mb: 2 }}>
        {t('neverBlock')}
      </Alert>
      {(!isEmpty || list.isFiltering) && (
        <ListBar list={list} search={t('search')} label={(kind) => t(`kind.${kind}.title`)} />
      )}
      <LoadedView list={list.loaded}>
        {(flags) =>
          isEmpty ? (
            <Card>
              {list.isFiltering ? (
                <NothingFound />
              ) : (
                <EmptyState icon={<FlagOutlined />} title={t('empty')} text={t('emptyText')} />
              )}
            </Card>
          ) : (
            <Stack spacing={2}>
              {flags.map((flag) => (
                <FlagCard key={flag.id} flag={flag} />
              ))}
            </Stack>
          )
        }
      </LoadedView>
    </>
  );
}
