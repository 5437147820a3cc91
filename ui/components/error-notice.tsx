import { Alert, AlertTitle, Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../lib/api-error.ts';

/** A read that failed, with what the server said, the id to tell support, and a way to try again. */
export function ErrorNotice({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const { t } = useTranslation('common');
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert
      severity="error"
      action={
        onRetry && (
          <Button color="inherit" onClick={onRetry} sx={{ whiteSpace: 'nowrap' }}>
            {t('retry')}
          </Button>
        )
      }
    >
      <AlertTitle>{title ?? t('error.title')}</AlertTitle>
      {errorText(error)}
      {requestId && <div>{t('error.requestId', { id: requestId })}</div>}
    </Alert>
  );
}
