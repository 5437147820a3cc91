import { Alert } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../../lib/api-error.ts';

/** Refusals that are told in the reader's language; every other one in the server's words. */
const KNOWN = [
  'WRONG_CREDENTIALS',
  'EMAIL_TAKEN',
  'RESET_LINK_INVALID',
  'TOO_MANY_REQUESTS',
  'SECOND_FACTOR_UNREADABLE',
];

export function AccountProblem({ error }: { error: unknown }) {
  const { t } = useTranslation('accounts');
  const code = error instanceof ApiError ? error.code : null;
  return <Alert severity="error">{code && KNOWN.includes(code) ? t(`problem.${code}`) : errorText(error)}</Alert>;
}
