import { Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format.ts';

export function ShownOnly({ shown, most }: { shown: number; most: number }) {
  const { t, i18n } = useTranslation('common');
  if (shown < most) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
      {t('shownOnly', { most: formatNumber(most, i18n.language) })}
    </Typography>
  );
}
