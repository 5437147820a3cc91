import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { Alert, Button, ListItemButton, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { isolated, joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { PAYOUT_STATUSES, type PayoutAnswer } from '@perktree/contracts/payout/calls';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { BackLink } from '../kit/back-link.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { useSite } from '../kit/use-site.ts';
import { BalancesPanel } from '../ledger/shared/balances-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { formatDate, formatMoney } from '../lib/format.ts';
import { StatementPanel } from '../statement/shared/statement-panel.tsx';
import type { AuditScope } from './audit-query.ts';
import { isBackwards, scopeOf } from './audit-query.ts';
import { ChainPanel } from './chain-panel.tsx';
import { MonthPanel } from './month-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { ReportPanel } from './report-panel.tsx';
import { SamplePanel } from './sample-panel.tsx';
import { ScopePanel } from './scope-panel.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

const NAMES = {
  prefix: 'payout-',
  filters: PAYOUT_STATUSES,
  sorts: ['newest', 'oldest', 'amount'] as const,
  pageLength: 20,
} as const;

/** All payouts of the site, with what the owner wrote as their reference: to compare with statements of the bank. */
function PayoutsPanel({ scope: { siteId, siteName, timeZone } }: { scope: AuditScope }) {
  const { t } = useTranslation(['audit', 'payouts']);
  const list = useServerList(calls.sitePayouts, { siteId }, NAMES);
  const row = useCallback((payout: PayoutAnswer) => <PayoutRow payout={payout} zone={timeZone} />, [timeZone]);
  const title = t('month.payouts');
  return (
    <Panel
      title={title}
      subtitle={t('paid.subtitle', { zone: timeZone })}
      action={<ListDownload title={title} of={siteName} list={list} />}
    >
      <ServerListView
        list={list}
        label={title}
        search={t('payouts:history.search')}
        nameOf={(status) => t(`payouts:history.status.${status}`)}
        empty={<EmptyState icon={<PaymentsOutlined />} title={t('payouts:history.empty')} />}
        keyOf={idOf}
        height={72}
        rowsByScrolling={0}
      >
        {row}
      </ServerListView>
    </Panel>
  );
}

const idOf = ({ id }: PayoutAnswer) => id;

function PayoutRow({ payout, zone }: { payout: PayoutAnswer; zone: string }) {
  const { t, i18n } = useTranslation(['audit', 'payouts']);
  const { id, amount, currency, name, status, reference, createdAt } = payout;
  return (
    <ListItemButton component={Link} to={`/payouts/${id}`} sx={{ px: 0 }}>
      <ListItemText
        primary={joined([formatMoney(amount, currency, i18n.language), personName(name, i18n.language)])}
        secondary={joined([
          t(`payouts:history.status.${status}`),
          formatDate(createdAt, i18n.language, zone),
          reference === null ? t('paid.noReference') : isolated(reference),
        ])}
        sx={{ overflowWrap: 'anywhere' }}
      />
    </ListItemButton>
  );
}

/** The checks of one site: all of them are about the scope in the address. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { siteId = '' } = useParams();
  const [query] = useSearchParams();
  const site = useSite(siteId);
  const { role } = useAuth();
  const [newest, setNewest] = useState<string>();
  const scope = scopeOf({ siteId, siteName: site?.name ?? '', timeZone: site?.timeZone ?? UTC }, query);
  const { siteName: name, timeZone, days } = scope;
  return (
    <>
      <BackLink to={role === 'site_owner' ? '/sites' : '/audit'} label={t('back')} />
      <PageHeader
        title={t('title')}
        subtitle={name}
        actions={
          <>
            <Button component={Link} to={`/sites/${siteId}/history`} variant="outlined">
              {t('terms')}
            </Button>
            <Button component={Link} to="/looks" variant="outlined">
              {t('looks')}
            </Button>
            <Button variant="outlined" onClick={() => print()}>
              {t('print')}
            </Button>
          </>
        }
      />
      <Panels>
        <ScopePanel scope={scope} newest={newest} />
        {isBackwards(days) ? (
          <Alert severity="error">{t('scope.backwards')}</Alert>
        ) : (
          <>
            <ReplayPanel scope={scope} onPosition={setNewest} />
            <ReportPanel key={`report ${JSON.stringify(scope.query)}`} scope={scope} />
            <SamplePanel scope={scope} />
            <PayoutsPanel scope={scope} />
            <MonthPanel scope={scope} />
            <StatementPanel
              key={`statement ${days.from} ${days.to}`}
              site={{ id: siteId, name, timeZone }}
              period={days}
            />
            <BalancesPanel key={`balances ${days.to}`} site={{ id: siteId, timeZone }} day={days.to} />
            <WhatIfPanel scope={scope} />
            <ChainPanel scope={scope} />
          </>
        )}
      </Panels>
    </>
  );
}
