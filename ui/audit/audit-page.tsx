import { Alert, Button } from '@mui/material';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { BackLink } from '../kit/back-link.tsx';
import { BalancesPanel } from '../kit/balances-panel.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panels } from '../kit/panels.tsx';
import { StatementPanel } from '../kit/statement-panel.tsx';
import { useSite } from '../kit/use-site.ts';
import { useAuth } from '../lib/auth.tsx';
import { isBackwards, scopeOf } from './audit-query.ts';
import { ChainPanel } from './chain-panel.tsx';
import { MonthPanel } from './month-panel.tsx';
import { PayoutsPanel } from './payouts-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { ReportPanel } from './report-panel.tsx';
import { SamplePanel } from './sample-panel.tsx';
import { ScopePanel } from './scope-panel.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

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
