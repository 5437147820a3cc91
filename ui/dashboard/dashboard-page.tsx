import AddBusiness from '@mui/icons-material/AddBusiness';
import ChevronRight from '@mui/icons-material/ChevronRight';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import QrCode2 from '@mui/icons-material/QrCode2';
import QrCodeScannerOutlined from '@mui/icons-material/QrCodeScannerOutlined';
import RedeemOutlined from '@mui/icons-material/RedeemOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import TrendingDown from '@mui/icons-material/TrendingDown';
import TrendingFlat from '@mui/icons-material/TrendingFlat';
import TrendingUp from '@mui/icons-material/TrendingUp';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { Avatar, Chip, List, ListItem, ListItemAvatar, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { ActivityChart } from '../kit/chart/activity-chart.tsx';
import { DayChart } from '../kit/chart/day-chart.tsx';
import { StatCard, StatCards } from '../kit/figures.tsx';
import { Loading } from '../kit/loading.tsx';
import { Columns, EmptyState, LinkButton, NextStep, PageHeader, Panel, Panels, QueryView } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { useNewestSites } from '../kit/use-site.ts';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { changeInPercent, useLocale } from '../lib/use-locale.ts';

/** Colours for a figure that fell, stayed the same or rose. */
const COLOURS = ['error.main', 'text.secondary', 'primary.main'];

function Trend({ now, before }: { now: number; before: number }) {
  const { t } = useLocale('dashboard');
  const change = changeInPercent(now, before);
  if (change === null) return null;
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : TrendingFlat;
  const text = change === 0 ? t('trend.same') : t('trend.change', { change: `${change > 0 ? '+' : ''}${change}` });
  return (
    <Stack direction="row" spacing={0.5} sx={{ alignItems: 'flex-start', color: COLOURS[Math.sign(change) + 1] }}>
      <Icon aria-hidden="true" sx={{ fontSize: 18, mt: '1px' }} />
      <span>{text}</span>
    </Stack>
  );
}

function Totals({ data }: { data: DashboardAnswer }) {
  const { t, format, language } = useLocale('dashboard');
  const { previous } = data;
  const others = data.byCurrency.filter(({ currency }) => currency !== data.currency);
  const rate = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const hasNoPast = previous.totalScans === 0 && previous.redemptions === 0 && Number(previous.commissionEarned) === 0;
  return (
    <div>
      <StatCards>
        <StatCard
          label={t('card.scans')}
          value={format.number(data.totalScans)}
          icon={<QrCodeScannerOutlined />}
          detail={<Trend now={data.totalScans} before={previous.totalScans} />}
        />
        <StatCard
          label={t('card.redemptions')}
          value={format.number(data.redemptions)}
          icon={<RedeemOutlined />}
          detail={
            <>
              <Trend now={data.redemptions} before={previous.redemptions} />
              <div>{t('card.conversion', { rate: rate.format(data.conversionRate) })}</div>
            </>
          }
        />
        <StatCard
          label={t('card.commission')}
          value={format.money(data.commissionEarned, data.currency)}
          icon={<PaymentsOutlined />}
          detail={
            <>
              <Trend now={Number(data.commissionEarned)} before={Number(previous.commissionEarned)} />
              {others.map((other) => (
                <div key={other.currency}>
                  <div>{format.money(other.commissionEarned, other.currency)}</div>
                  <Trend now={Number(other.commissionEarned)} before={Number(other.previous.commissionEarned)} />
                </div>
              ))}
            </>
          }
        />
        <StatCard
          label={t('card.sites')}
          value={format.number(data.activeSites)}
          icon={<StorefrontOutlined />}
          detail={<Trend now={data.activeSites} before={previous.activeSites} />}
        />
      </StatCards>
      {hasNoPast && (
        <Typography variant="quiet" sx={{ mt: 1 }}>
          {t('trend.new')}
        </Typography>
      )}
    </div>
  );
}

/** Maximum number of scans on the dashboard. */
const SHOWN = 5;

function Activity() {
  const { t, format } = useLocale('dashboard');
  const { role } = useAuth();
  const activity = useApi(calls.activity, {});
  return (
    <Panel title={t('activity.title')}>
      <QueryView query={activity}>
        {(scans) => (
          <Rows
            items={scans.slice(0, SHOWN)}
            keyOf={({ scanId }) => scanId}
            empty={
              <EmptyState
                icon={<QrCode2 />}
                title={t('activity.empty')}
                action={<NextStep step={role === 'site_owner' ? 'createQr' : 'scan'} />}
              />
            }
          >
            {(scan) => (
              <>
                <ListItemText
                  primary={scan.name}
                  secondary={format.dateTime(scan.scanDate)}
                  slotProps={{ primary: { sx: { fontWeight: 600 } } }}
                  sx={{ pr: 1 }}
                />
                <Chip
                  size="small"
                  color={scan.isRedeemed ? 'primary' : 'default'}
                  label={scan.isRedeemed ? t('activity.redeemed') : t('activity.scanned')}
                />
              </>
            )}
          </Rows>
        )}
      </QueryView>
    </Panel>
  );
}

const ACTIONS = [
  { label: 'action.createSite', to: '/sites?create=1', icon: AddBusiness, roles: ['site_owner'] },
  { label: 'action.createQr', to: '/qr-management', icon: QrCode2, roles: ['site_owner'] },
  { label: 'action.ownQrs', to: '/qr-management', icon: QrCode2, roles: ['distributor'] },
  { label: 'action.payouts', to: '/payouts', icon: PaymentsOutlined, roles: ['site_owner', 'distributor'] },
  { label: 'action.validate', to: '/staff-validation', icon: VerifiedUserOutlined, roles: ['staff'] },
] as const satisfies readonly { label: string; to: string; icon: unknown; roles: readonly Role[] }[];

function QuickActions({ role }: { role: Role }) {
  const { t } = useLocale('dashboard');
  const actions = ACTIONS.filter(({ roles }) => (roles as readonly Role[]).includes(role));
  if (actions.length === 0) return null;
  return (
    <div className="no-print">
      <Panel title={t('action.title')}>
        <Stack spacing={1.25}>
          {actions.map(({ label, to, icon: Icon }) => (
            <LinkButton
              key={label}
              to={to}
              startIcon={<Icon />}
              endIcon={<ChevronRight />}
              sx={{ justifyContent: 'flex-start', '& .MuiButton-endIcon': { ml: 'auto' } }}
            >
              {t(label)}
            </LinkButton>
          ))}
        </Stack>
      </Panel>
    </div>
  );
}

function GettingStarted() {
  const { t } = useLocale('dashboard');
  return (
    <Panel
      title={t('start.title')}
      subtitle={t('start.subtitle')}
      action={
        <LinkButton to="/sites?create=1" variant="contained">
          {t('action.createSite')}
        </LinkButton>
      }
    >
      <List disablePadding component="ol">
        {([1, 2, 3] as const).map((step) => (
          <ListItem key={step} disableGutters alignItems="flex-start">
            <ListItemAvatar>
              <Avatar
                aria-hidden="true"
                sx={{
                  bgcolor: 'primary.light',
                  color: 'primary.dark',
                  fontWeight: 700,
                  width: '2.25rem',
                  height: '2.25rem',
                }}
              >
                {step}
              </Avatar>
            </ListItemAvatar>
            <ListItemText
              primary={t(`start.step${step}`)}
              secondary={t(`start.step${step}Text`)}
              slotProps={{ primary: { sx: { fontWeight: 600 } } }}
            />
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}

/** Commission earned by day, in the currency with most redemptions. */
function CommissionChart({ timeZone, series, currency, commissionEarned }: DashboardAnswer) {
  const { t, format } = useLocale('chart');
  const money = (amount: string) => format.money(amount, currency);
  return (
    <DayChart
      timeZone={timeZone}
      days={series.map(({ date, commission }) => ({ date, values: [Number(commission)] }))}
      series={[{ label: t('commission', { currency }), format: (value) => money(value.toFixed(2)) }]}
      summary={t('commissionTotal', { amount: money(commissionEarned) })}
    />
  );
}

export default function DashboardPage() {
  const { t } = useLocale(['dashboard', 'chart']);
  const { user, role } = useAuth();
  const dashboard = useApi(calls.dashboard, { query: { days: '30' } });
  const isOwner = role === 'site_owner';
  const sites = useNewestSites({ enabled: isOwner });
  return (
    <>
      <PageHeader title={t('greeting', { name: user?.firstName || user?.email })} subtitle={t('subtitle')} />
      <Panels>
        {sites.isLoading && <Loading />}
        {isOwner && sites.data?.length === 0 && <GettingStarted />}
        <QueryView query={dashboard}>{(data) => <Totals data={data} />}</QueryView>
        {dashboard.data && (
          <Panel title={t('chart:title')}>
            <ActivityChart data={dashboard.data} />
          </Panel>
        )}
        {dashboard.data && role !== 'staff' && Number(dashboard.data.commissionEarned) !== 0 && (
          <Panel title={t('chart:commissionTitle')}>
            <CommissionChart {...dashboard.data} />
          </Panel>
        )}
        <Columns widths="minmax(0, 2fr) minmax(0, 1fr)">
          <Activity />
          {role && <QuickActions role={role} />}
        </Columns>
      </Panels>
    </>
  );
}
