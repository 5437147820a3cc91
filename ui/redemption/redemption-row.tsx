import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';
import type { SiteRedemptionAnswer } from '@perktree/contracts/site/report-calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../kit/status-badge.tsx';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { stateOf } from './redemption-state.ts';
import { rowId } from './use-focus-back.ts';

const TONES = { redeemed: 'good', awaiting: 'warning', lapsed: 'quiet', partly: 'warning', reversed: 'bad' } as const;

export function RedemptionRow(props: {
  row: SiteRedemptionAnswer;
  onReverse: (redemption: SiteRedemptionAnswer) => void;
}) {
  const { t, i18n } = useTranslation('redemptions');
  const { row } = props;
  const state = stateOf(row);
  const customer = personName(row.customerName, i18n.language);
  const benefit = benefitLabel(row.benefit, i18n.language);
  const money = (amount: string) => formatMoney(amount, row.currency, i18n.language);
  const time = (iso: string) => formatDateTime(iso, i18n.language);
  const by =
    row.confirmedVia === 'self'
      ? t('via.self')
      : t('confirmedBy', { name: personName(row.confirmedBy, i18n.language) });
  return (
    <Box
      id={rowId(row.id)}
      tabIndex={-1}
      sx={{
        display: 'grid',
        '&:focus-visible': { outlineOffset: 4, borderRadius: 1 },
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        alignItems: { xs: 'start', md: 'center' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) auto 150px' },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{benefit}</Typography>
        <Typography variant="body2">
          <bdi>{customer}</bdi> · <bdi>{row.qrName}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {time(row.redeemedAt)} · <bdi>{by}</bdi>
          {row.confirmedVia !== 'self' && ` · ${t(`via.${row.confirmedVia}`)}`}
          {row.reference !== undefined && ` · ${t('reference', { reference: row.reference })}`}
        </Typography>
        {row.reversedAt !== null && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('reversedLine', { amount: money(row.reversedAmount), when: time(row.reversedAt) })}
          </Typography>
        )}
      </Box>
      <Stack spacing={0.5} sx={{ alignItems: 'flex-end' }}>
        <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>{money(row.saleAmount)}</Typography>
        <StatusBadge tone={TONES[state]} label={t(`state.${state}`)} />
      </Stack>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, textAlign: { md: 'right' } }}>
        <Button
          component={Link}
          to={`/support/redemption/${row.id}`}
          startIcon={<HistoryOutlined />}
          aria-label={t('timelineOf', { benefit, name: customer })}
          sx={{ ml: { xs: -1, md: 0 } }}
        >
          {t('timeline')}
        </Button>
        {state !== 'reversed' && (
          <Button
            startIcon={<UndoOutlined />}
            aria-label={t('reverse.openFor', { benefit, name: customer })}
            onClick={() => props.onReverse(row)}
            sx={{ ml: { xs: -1, md: 0 } }}
          >
            {t('reverse.open')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
