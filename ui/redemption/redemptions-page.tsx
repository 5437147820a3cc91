import RedeemOutlined from '@mui/icons-material/RedeemOutlined';
import { Alert, Button } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { REDEMPTION_STATES, type SiteRedemptionAnswer } from '@perktree/contracts/site/report-calls';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { BackLink } from '../kit/back-link.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { NextStep } from '../kit/next-step.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { RefusedAttemptsOfSite } from '../kit/refused-attempts.tsx';
import { useSite } from '../kit/use-site.ts';
import { RedemptionRow } from './redemption-row.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { useFocusBack } from './use-focus-back.ts';

const NAMES = { filters: REDEMPTION_STATES, sorts: ['newest', 'oldest', 'amount'], pageLength: 50 } as const;

export default function RedemptionsPage() {
  const { t } = useTranslation('redemptions');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const only = useSearchParams()[0].get('redemption');
  const list = useServerList(calls.siteRedemptions, { siteId }, NAMES, { ids: only ?? undefined });
  const [reversing, setReversing] = useState<SiteRedemptionAnswer | null>(null);
  useFocusBack(reversing?.id ?? null);
  const redemptionRow = useCallback(
    (redemption: SiteRedemptionAnswer) => <RedemptionRow row={redemption} onReverse={setReversing} />,
    [],
  );
  const csv = <ListDownload title={t('title')} of={site?.name} list={list} />;
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name ?? ''} />
      <Panels>
        <Panel title={t('list')} action={csv}>
          {only !== null && (
            <Alert
              severity="info"
              sx={{ mb: 2 }}
              action={
                <Button component={Link} to={`/sites/${siteId}/redemptions`} color="inherit">
                  {t('showAll')}
                </Button>
              }
            >
              {t('only')}
            </Alert>
          )}
          <ServerListView
            list={list}
            label={t('title')}
            search={t('search')}
            nameOf={(state) => t(`state.${state}`)}
            empty={
              <EmptyState
                icon={<RedeemOutlined />}
                title={t('empty')}
                text={t('emptyText')}
                action={<NextStep step="redeem" />}
              />
            }
            keyOf={(redemption) => redemption.id}
            height={120}
          >
            {redemptionRow}
          </ServerListView>
        </Panel>
        <RefusedAttemptsOfSite siteId={siteId} />
      </Panels>
      {reversing && <ReverseDialog redemption={reversing} onClose={() => setReversing(null)} />}
    </>
  );
}
