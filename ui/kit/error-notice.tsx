import { Alert, AlertTitle, Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../lib/api-error.ts';
import { loginHere } from '../lib/public/login.ts';

export function ErrorNotice({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const { t } = useTranslation('common');
  const requestId = error instanceof ApiError ? error.requestId : null;
  const isSignedOut = error instanceof ApiError && error.code === 'NOT_SIGNED_IN';
  return (
    <Alert
      severity="error"
      // On a phone, the retry button goes below the text.
      sx={{
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
      }}
      slotProps={{
        action: { sx: { flexBasis: { xs: '100%', sm: 'auto' }, pl: { xs: 1.25, sm: 2 }, pt: { xs: 0, sm: 0.5 } } },
      }}
      action={
        isSignedOut ? (
          <Button color="inherit" href={loginHere()} sx={{ whiteSpace: 'nowrap' }}>
            {t('error.logIn')}
          </Button>
        ) : (
          onRetry && (
            <Button color="inherit" onClick={onRetry} sx={{ whiteSpace: 'nowrap' }}>
              {t('retry')}
            </Button>
          )
        )
      }
    >
      <AlertTitle>{title ?? t('error.title')}</AlertTitle>
      {errorText(error)}
      {requestId && <div>{t('error.requestId', { id: requestId })}</div>}
    </Alert>
  );
}
