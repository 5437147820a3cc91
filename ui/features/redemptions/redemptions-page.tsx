import { Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link.tsx';
import { CsvDownload } from '../../components/list/csv-download.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RefusedAttemptsOfSite } from '../../components/refused-attempts.tsx';
import { useSite } from '../../components/use-site.ts';
import { pathParts, queryString } from '../../lib/call-request.ts';
import { newestAddress } from '../../lib/list-state.ts';
import { useApiPages } from '../../lib/use-api.ts';
import { FilterBar } from './filter-bar.tsx';
import { filterOf, isFiltering, queryOf } from './redemption-filter.ts';
import { RedemptionList } from './redemption-list.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { useFocusBack } from './use-focus-back.ts';

const PAGE_LENGTH = '50';

/** What was redeemed on one site, newest first, and taking it back. */
export default function RedemptionsPage() {
  const { t } = useTranslation('redemptions');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const asked = {
    q: filter.text.trim() === '' ? undefined : filter.text.trim(),
    show: filter.state === 'all' ? undefined : filter.state,
  };
  const list = useApiPages(calls.siteRedemptions, { params: { siteId }, query: { ...asked, limit: PAGE_LENGTH } });
  const [reversing, setReversing] = useState<SiteRedemptionAnswer | null>(null);
  useFocusBack(reversing?.id ?? null);

  const csv = (
    <CsvDownload
      what={t('title')}
      name={[t('title'), site?.name ?? '']}
      url={pathParts(calls.siteRedemptions.path, { siteId }).join('/') + queryString(asked)}
      isEmpty={!list.items?.length}
    />
  );
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
              {isFiltering(filter) && list.total !== null && list.total > 0 && (
                <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mb: 1 }}>
                  {t('filter.found', { count: list.total })}
                </Typography>
              )}
              <RedemptionList rows={loaded} filtered={isFiltering(filter)} onReverse={setReversing} />
            </>
          )}
        </LoadedView>
      </Panel>
      <RefusedAttemptsOfSite siteId={siteId} />
      {reversing && <ReverseDialog redemption={reversing} onClose={() => setReversing(null)} />}
    </>
  );
}
