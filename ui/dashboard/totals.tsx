import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import QrCodeScannerOutlined from '@mui/icons-material/QrCodeScannerOutlined';
import RedeemOutlined from '@mui/icons-material/RedeemOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import TrendingDown from '@mui/icons-material/TrendingDown';
import TrendingFlat from '@mui/icons-material/TrendingFlat';
import TrendingUp from '@mui/icons-material/TrendingUp';
import { Box, Stack, Typography } from '@mui/material';
import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../kit/stat-card.tsx';
import { changeInPercent, formatMoney, formatNumber } from '../lib/format.ts';

/** Colours for a figure that fell, stayed the same or rose. */
const COLOURS = ['error.main', 'text.secondary', 'primary.main'];

function Trend({ now, before }: { now: number; before: number }) {
  const { t } = useTranslation('dashboard');
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

function Commissions({ data }: { data: DashboardAnswer }) {
  const { i18n } = useTranslation('dashboard');
  const others = data.byCurrency.filter(({ currency }) => currency !== data.currency);
  return (
    <>
      <Trend now={Number(data.commissionEarned)} before={Number(data.previous.commissionEarned)} />
      {others.map(({ currency, commissionEarned, previous }) => (
        <div key={currency}>
          <div>{formatMoney(commissionEarned, currency, i18n.language)}</div>
          <Trend now={Number(commissionEarned)} before={Number(previous.commissionEarned)} />
        </div>
      ))}
    </>
  );
}

export function Totals({ data }: { data: DashboardAnswer }) {
  const { t, i18n } = useTranslation('dashboard');
  const { previous } = data;
  const rate = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const hasNoPast = previous.totalScans === 0 && previous.redemptions === 0 && Number(previous.commissionEarned) === 0;
  return (
    <div>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1.5, sm: 2 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        <StatCard
          label={t('card.scans')}
          value={formatNumber(data.totalScans, i18n.language)}
          icon={<QrCodeScannerOutlined />}
          detail={<Trend now={data.totalScans} before={previous.totalScans} />}
        />
        <StatCard
          label={t('card.redemptions')}
          value={formatNumber(data.redemptions, i18n.language)}
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
          value={formatMoney(data.commissionEarned, data.currency, i18n.language)}
          icon={<PaymentsOutlined />}
          detail={<Commissions data={data} />}
        />
        <StatCard
          label={t('card.sites')}
          value={formatNumber(data.activeSites, i18n.language)}
          icon={<StorefrontOutlined />}
          detail={<Trend now={data.activeSites} before={previous.activeSites} />}
        />
      </Box>
      {hasNoPast && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {t('trend.new')}
        </Typography>
      )}
    </div>
  );
}
