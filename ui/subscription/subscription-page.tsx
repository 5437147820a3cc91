import Check from '@mui/icons-material/Check';
import Remove from '@mui/icons-material/Remove';
import {
  Box,
  Button,
  Card,
  Chip,
  LinearProgress,
  List,
  ListItem,
  ListItemIcon,
  ListItemText,
  Stack,
  Typography,
} from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { PLANS, type Plan } from '@perktree/contracts/subscription/plans';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { DataTable } from '../kit/figures.tsx';
import { PageHeader, Panel, Panels, QueryView, StatusBadge } from '../kit/page.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { saveToastForNextPage } from '../lib/toast.tsx';
import { useApi, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { Invoices } from './invoices.tsx';

function DowngradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLocale('subscription');
  const { refresh } = useAuth();
  const end = useCommand({
    send: () => callApi(calls.cancelSubscription, {}),
    done: () => ({ title: t('downgrade.done'), description: t('downgrade.doneText') }),
    failed: t('toast.error'),
    changes: [calls.plan, calls.planInvoices],
    onDone: () => void refresh(),
    onEnd: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={t('downgrade.title')}
      confirmLabel={t('downgrade.confirm')}
      pending={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {t('downgrade.text')}
    </ConfirmDialog>
  );
}

function useSubscribe() {
  const { t } = useLocale('subscription');
  const started = { title: t('toast.started'), description: t('toast.startedText') };
  return useCommand({
    send: (priceId: string) => callApi(calls.createSubscription, { body: { priceId } }),
    done: () => started,
    failed: t('toast.error'),
    onDone: ({ url }) => {
      // Navigating within this site would remove the toast at once. A payment provider's page needs no toast.
      if (new URL(url, window.location.origin).origin === window.location.origin) saveToastForNextPage(started);
      window.location.assign(url);
    },
  });
}
type Subscribe = ReturnType<typeof useSubscribe>;

const POPULAR = 'pro';

function PlanCard(props: { plan: Plan; isCurrent: boolean; subscribe: Subscribe; onDowngrade: () => void }) {
  const { plan, isCurrent, subscribe, onDowngrade } = props;
  const { t, format } = useLocale('subscription');
  const { priceId } = plan;
  const popular = plan.id === POPULAR;
  const features = t(`plan.${plan.id}.features`, { returnObjects: true }) as string[];
  return (
    <Card
      component="section"
      aria-label={plan.name}
      sx={{
        p: { xs: 2.5, sm: 3 },
        display: 'flex',
        flexDirection: 'column',
        ...(popular ? { borderColor: 'primary.main', boxShadow: '0 0 0 1px var(--colour-primary)' } : {}),
      }}
    >
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', minHeight: 32 }}>
        <Typography variant="h2">{plan.name}</Typography>
        {popular && <Chip size="small" color="primary" label={t('popular')} />}
      </Stack>
      <Typography component="p" sx={{ fontSize: '2rem', fontWeight: 700, letterSpacing: '-0.02em', mt: 1 }}>
        {format.money(plan.price.toFixed(2), 'EUR')}
        <Typography component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {t('perMonth')}
        </Typography>
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t(`plan.${plan.id}.description`)}</Typography>
      <List dense sx={{ flex: 1, my: 1 }}>
        {features.map((feature) => (
          <ListItem key={feature} disableGutters alignItems="flex-start">
            <ListItemIcon sx={{ minWidth: 30, mt: 0.5, color: 'primary.main' }}>
              <Check fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={feature} />
          </ListItem>
        ))}
      </List>
      <Typography variant="quiet" sx={{ mb: 2 }}>
        {t(`plan.${plan.id}.limitations`)}
      </Typography>
      <Button
        variant={popular ? 'contained' : 'outlined'}
        size="large"
        loading={subscribe.isPending && subscribe.variables === priceId}
        disabled={isCurrent || subscribe.isPending}
        onClick={() => (priceId === null ? onDowngrade() : subscribe.mutate(priceId))}
      >
        {isCurrent ? t('currentPlan') : t(`plan.${plan.id}.button`)}
      </Button>
    </Card>
  );
}

type Row = readonly [feature: string, cell: (plan: Plan) => ReactNode];

function Comparison() {
  const { t } = useLocale('subscription');
  const count = (limit: number | null) => (limit === null ? t('compare.unlimited') : String(limit));
  const yesNo = (yes: boolean) =>
    yes ? (
      <Check titleAccess={t('compare.yes')} color="primary" fontSize="small" />
    ) : (
      <Remove titleAccess={t('compare.no')} color="disabled" fontSize="small" />
    );
  const rows: readonly Row[] = [
    ['sites', ({ limits }) => count(limits.sites)],
    ['activeQrs', ({ limits }) => count(limits.activeQrs)],
    [
      'splits',
      ({ limits }) =>
        limits.splitDepth === null ? t('compare.unlimited') : t('compare.levels', { count: limits.splitDepth }),
    ],
    ['whiteLabel', ({ limits }) => yesNo(limits.whiteLabel)],
    ['autoPayouts', ({ limits }) => yesNo(limits.autoPayouts)],
  ];
  const columns = [
    { title: t('compare.feature'), value: ([name]: Row) => t(`compare.${name}`) },
    ...Object.values(PLANS).map((plan) => ({
      title: plan.name,
      value: ([, cell]: Row) => cell(plan),
      align: 'center' as const,
    })),
  ];
  return (
    <DataTable
      label={t('compare.title')}
      columns={columns}
      rows={rows}
      keyOf={([name]) => name}
      sx={{ '& td, & th': { px: { xs: 1, sm: 2 }, py: 1.25 }, '& tr:last-child > *': { border: 0 } }}
    />
  );
}

function Usage() {
  const { t } = useLocale('subscription');
  const plan = useApi(calls.plan, {}, { staleTime: 0 });
  return (
    <QueryView query={plan}>
      {({ used, limits }) => (
        <Stack spacing={1.5} sx={{ mt: 2 }}>
          <Meter name={t('usage.sites')} used={used.sites} limit={limits.sites} />
          <Meter name={t('usage.activeQrs')} used={used.activeQrs} limit={limits.activeQrs} />
          <Meter name={t('usage.redemptions')} used={used.redemptionsThisMonth} limit={limits.redemptionsPerMonth} />
        </Stack>
      )}
    </QueryView>
  );
}

function Meter({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  const { t } = useLocale('subscription');
  const text = limit === null ? t('usage.unlimited', { used }) : t('usage.of', { used, limit });
  // After a downgrade the usage can exceed the limit.
  const full = limit !== null && used >= limit;
  return (
    <Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2">{name}</Typography>
        <Typography variant="body2" sx={{ fontWeight: 600, color: full ? 'error.main' : 'text.primary' }}>
          {text}
        </Typography>
      </Stack>
      {limit !== null && (
        <LinearProgress
          variant="determinate"
          value={Math.min(100, (used / limit) * 100)}
          color={full ? 'error' : 'primary'}
          aria-label={`${name}: ${text}`}
          sx={{ height: 8, borderRadius: '4px', mt: 0.5 }}
        />
      )}
    </Box>
  );
}

export default function SubscriptionPage() {
  const { t } = useLocale('subscription');
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
