import { Box, Stack, Typography } from '@mui/material';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { TreeAsOfNode } from '@perktree/contracts/http/audit';
import { personName } from '@perktree/contracts/person-name';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatNumber, formatPercent } from '../../lib/format.ts';

/** Trees as they were, each QR below the one it was split from. */
export function TreesThen({ trees }: { trees: readonly TreeAsOfNode[] }) {
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', m: 0, p: 0, '& ul': { pl: { xs: 2, sm: 3 }, borderLeft: 2, borderColor: 'divider' } }}
    >
      {trees.map((qr) => (
        <li key={qr.qrId}>
          <QrThen qr={qr} />
          {qr.children.length > 0 && <TreesThen trees={qr.children} />}
        </li>
      ))}
    </Box>
  );
}

function QrThen({ qr }: { qr: TreeAsOfNode }) {
  const { t, i18n } = useTranslation('site-history');
  const number = (value: number) => formatNumber(value, i18n.language);
  const counters = [
    t('scans', { count: qr.totalScans, number: number(qr.totalScans) }),
    t('redemptions', { count: qr.totalRedemptions, number: number(qr.totalRedemptions) }),
    t('period', { number: number(qr.issuePeriod) }),
  ];
  return (
    <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', py: 1, pl: qr.depth > 0 ? 1 : 0 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          {qr.name} {!qr.isActive && <StatusBadge tone="quiet" label={t('inactive')} />}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[
            benefitLabel(qr.benefitDisplay, i18n.language),
            qr.owner ? t('owner', { name: personName(qr.owner.name, i18n.language) }) : t('nobody'),
          ].join(' · ')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {counters.join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flex: 'none' }}>
        <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
          {formatPercent(qr.commissionPercent, i18n.language)}%
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('left', { percent: formatPercent(qr.availableCommission, i18n.language) })}
        </Typography>
      </Box>
    </Stack>
  );
}
