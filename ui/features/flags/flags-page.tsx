import FlagOutlined from '@mui/icons-material/FlagOutlined';
import { Alert, Card, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { FlagAnswer } from '@perktree/contracts/http/flags';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListPages } from '../../components/list/list-pages.tsx';
import { useList } from '../../components/list/use-list.ts';
import { LoadedView } from '../../components/loaded-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useSite } from '../../components/use-site.ts';
import { useApiPages } from '../../lib/use-api.ts';
import { FlagCard } from './flag-card.tsx';
import { FLAG_RULES } from './flag-rules.ts';
import { useFlagColumns } from './use-flag-columns.ts';

const PAGE_LENGTH = '50';
const NONE: readonly FlagAnswer[] = [];

/** What looks like self-dealing on one site, for its owner to judge. */
export default function FlagsPage() {
  const { t } = useTranslation('flags');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const list = useApiPages(calls.siteFlags, { params: { siteId }, query: { limit: PAGE_LENGTH } });
  const found = useList(list.items ?? NONE, FLAG_RULES);
  const columns = useFlagColumns();
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader
        title={t('title')}
        subtitle={site?.name}
        actions={
          <CsvButton what={t('title')} name={[t('title'), site?.name ?? '']} columns={columns} rows={found.found} />
        }
      />
      <Alert severity="info" sx={{ mb: 2 }}>
        {t('neverBlock')}
      </Alert>
      <LoadedView list={list}>
        {(flags) =>
          flags.length === 0 ? (
            <Card>
              <EmptyState icon={<FlagOutlined />} title={t('empty')} text={t('emptyText')} />
            </Card>
          ) : (
            <Stack spacing={2}>
              <ListBar list={found} search={t('search')} label={(kind) => t(`kind.${kind}.title`)} />
              {found.shown.map((flag) => (
                <FlagCard key={flag.id} flag={flag} />
              ))}
              <ListPages list={found} />
            </Stack>
          )
        }
      </LoadedView>
    </>
  );
}
