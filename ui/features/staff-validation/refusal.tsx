import Cancel from '@mui/icons-material/Cancel';
import { Card, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** Shows in large text why a code was refused, until the next attempt. The toast announces it to screen readers. */
export function Refusal({ message }: { message: string }) {
  const { t } = useTranslation('staff-validation');
  return (
    <Card
      component="section"
      aria-label={t('refused')}
      sx={{ p: { xs: 2.5, sm: 3 }, mb: 2, textAlign: 'center', border: '3px solid', borderColor: 'error.main' }}
    >
      <Cancel aria-hidden="true" color="error" sx={{ fontSize: 72 }} />
      <Typography component="p" sx={{ fontSize: '2rem', fontWeight: 750, lineHeight: 1.15, color: 'error.main' }}>
        {t('refused')}
      </Typography>
      <Typography sx={{ mt: 1, fontSize: '1.25rem', overflowWrap: 'anywhere' }}>{message}</Typography>
    </Card>
  );
}
