import { Alert } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api-error.ts';
import { factorProblem } from './factor-problem.ts';

/** What stands at no field. */
export function ProblemNotice({ error }: { error: unknown }) {
  const { t } = useTranslation('account');
  const problem = factorProblem(error, 'code');
  if (problem === null || problem === 'password' || problem === 'code') return null;
  return <Alert severity="error">{problem === 'other' ? errorText(error) : t(`factor.problem.${problem}`)}</Alert>;
}
