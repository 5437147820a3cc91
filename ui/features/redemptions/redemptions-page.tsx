import { Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSite } from '../../components/use-site.ts';
import { newestAddress } from '../../lib/list-state.ts';
import { useApiPages } from '../../lib/use-api.ts';
import { FilterBar } from './filter-bar.tsx';
import { filterOf, isFiltering, matches, queryOf } from './redemption-filter.ts';
import { RedemptionList } from './redemption-list.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { useRedemptionColumns } from './use-redemption-columns.ts';

const PAGE_LENGTH = '50';

/** What was redeemed on one site, newest first, and taking it back. */
export default function RedemptionsPage() {
  const { t } = useTranslation('redemptions');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const list = useApiPages(calls.siteRedemptions, { params: { siteId }, query: { limit: PAGE_LENGTH } });
  const [reversing, setReversing] = useState<SiteRedemptionAnswer | null>(null);
  const columns = useRedemptionColumns();
  useFocusBack(reversing?.id ?? null);

  const shown = list.items?.filter((row) => matches(row, filter));
  const csv = <CsvButton what={t('title')} name={[t('title'), site?.name ?? '']} columns={columns} rows={shown} />;
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name} />
      <Panel title={t('list')} action={csv}>
        <FilterBar
          filter={filter}
          // Each letter of a search is not a page to go back to.
          onChange={(part) => setQuery(queryOf({ ...filterOf(newestAddress()), ...part }), { replace: 'text' in part })}
        />
        <LoadedView list={list}>
          {(loaded) => (
            <>
              {isFiltering(filter) && loaded.length > 0 && (
                <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mb: 1 }}>
                  {t('filter.found', { shown: shown?.length ?? 0, count: loaded.length })}
                  {list.hasMore && ` ${t('filter.more')}`}
                </Typography>
              )}
              <RedemptionList rows={shown ?? []} filtered={loaded.length > 0} onReverse={setReversing} />
            </>
          )}
        </LoadedView>
      </Panel>
      {reversing && <ReverseDialog redemption={reversing} siteId={siteId} onClose={() => setReversing(null)} />}
    </>
  );
}
