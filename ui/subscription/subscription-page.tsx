import { Box, Typography } from '@mui/material';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { useAuth } from '../lib/auth.tsx';
import { Comparison } from './comparison.tsx';
import { DowngradeDialog } from './downgrade-dialog.tsx';
import { Invoices } from './invoices.tsx';
import { PlanCard } from './plan-card.tsx';
import { Usage } from './usage.tsx';
import { useSubscribe } from './use-subscribe.ts';

export default function SubscriptionPage() {
  const { t } = useTranslation('subscription');
  const { user } = useAuth();
  const current = PLANS[user?.subscriptionPlan ?? 'free'];
  const subscribe = useSubscribe();
  const [leaving, setLeaving] = useState(false);
  const isFree = current.price === 0;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Panels>
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 2, sm: 3 },
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
          }}
        >
          {Object.values(PLANS).map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              isCurrent={plan.id === current.id}
              subscribe={subscribe}
              onDowngrade={() => setLeaving(true)}
            />
          ))}
        </Box>
        <Panel title={t('compare.title')}>
          <Comparison />
        </Panel>
        <Panel
          title={t('current.title')}
          action={
            <StatusBadge tone={isFree ? 'quiet' : 'good'} label={isFree ? t('current.free') : t('current.paid')} />
          }
        >
          <Typography variant="h3">{current.name}</Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t(`plan.${current.id}.description`)}</Typography>
          <Usage />
          {isFree && <Typography sx={{ mt: 2 }}>{t('current.nudge')}</Typography>}
        </Panel>
        <Invoices />
      </Panels>
      {leaving && <DowngradeDialog onClose={() => setLeaving(false)} />}
    </>
  );
}
