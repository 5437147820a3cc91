import { UTC } from '@perktree/contracts/time-zone-name';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link.tsx';
import { BalancesPanel } from '../../components/balances-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panels } from '../../components/panels.tsx';
import { StatementPanel } from '../../components/statement-panel.tsx';
import { useSite } from '../../components/use-site.ts';
import { useAuth } from '../../lib/auth.tsx';
import { MonthPanel } from './month-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const { role } = useAuth();
  const timeZone = site?.timeZone ?? UTC;
  const about = { siteId, siteName: site?.name ?? '', timeZone };
  return (
    <>
      <BackLink to={role === 'site_owner' ? '/sites' : '/audit'} label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name ?? ''} />
      <Panels>
        <StatementPanel site={{ id: siteId, name: about.siteName, timeZone }} />
        <ReplayPanel {...about} />
        <MonthPanel {...about} />
        <BalancesPanel site={{ id: siteId, timeZone }} />
        <WhatIfPanel {...about} />
      </Panels>
    </>
  );
}
