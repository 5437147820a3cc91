import Cancel from '@mui/icons-material/Cancel';
import { Button, Card, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { loginHere } from '../../lib/public/login.ts';

/** Shows in large text why a code was refused, until the next attempt. The toast announces it to screen readers. */
export function Refusal({ message, isSignedOut }: { message: string; isSignedOut: boolean }) {
  const { t } = useTranslation(['staff-validation', 'common']);
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
      {isSignedOut && (
        <Button variant="contained" size="large" href={loginHere()} sx={{ mt: 2 }}>
          {t('common:error.logIn')}
        </Button>
      )}
    </Card>
  );
}
