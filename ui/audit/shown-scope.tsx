import { Typography } from '@mui/material';
import type { ScopeAnswer } from '@perktree/contracts/audit/scope';
import { isolated } from '@perktree/contracts/kernel/isolated';
import { useTranslation } from 'react-i18next';
import { shownDays } from './audit-query.ts';

/** What an answer covers: site, days with their time zone, and position. */
export function ShownScope({ site, answer }: { site: string; answer: Omit<ScopeAnswer, 'siteId'> }) {
  const { t, i18n } = useTranslation('audit');
  const [from, to] = shownDays(answer, i18n.language);
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5, overflowWrap: 'anywhere' }}>
      {t('scope.shown', {
        site: isolated(site),
        from: from ?? t('scope.beginning'),
        to: to ?? t('scope.end'),
        zone: answer.timeZone,
        position: answer.position,
      })}
    </Typography>
  );
}
