import { Alert } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api-error.ts';
import { CookiesRefused } from './session-cookie.ts';

export function AccountProblem({ error }: { error: Error }) {
  const { t } = useTranslation('accounts');
  return <Alert severity="error">{error instanceof CookiesRefused ? t('cookiesRefused') : errorText(error)}</Alert>;
}
