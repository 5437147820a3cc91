import Check from '@mui/icons-material/Check';
import Remove from '@mui/icons-material/Remove';
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { PLANS, type Plan } from '@perktree/contracts/subscription/plans';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function Comparison() {
  const { t } = useTranslation('subscription');
  const count = (limit: number | null) => (limit === null ? t('compare.unlimited') : String(limit));
  const yesNo = (yes: boolean) =>
    yes ? (
      <Check titleAccess={t('compare.yes')} color="primary" fontSize="small" />
    ) : (
      <Remove titleAccess={t('compare.no')} color="disabled" fontSize="small" />
    );
  const rows: readonly [string, (plan: Plan) => ReactNode][] = [
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
  return (
    <TableContainer>
      <Table size="small" sx={{ '& td, & th': { px: { xs: 1, sm: 2 }, py: 1.25 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('compare.feature')}</TableCell>
            {Object.values(PLANS).map((plan) => (
              <TableCell key={plan.id} align="center">
                {plan.name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(([name, cell], i) => (
            <TableRow key={name} sx={i === rows.length - 1 ? { '& td, & th': { border: 0 } } : {}}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
                {t(`compare.${name}`)}
              </TableCell>
              {Object.values(PLANS).map((plan) => (
                <TableCell key={plan.id} align="center">
                  {cell(plan)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
