import { Alert, Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/api-error.ts';
import { logOut } from '../lib/auth.tsx';
import { eraseProblem } from './erase-problem.ts';

export function ProblemNotice({ error }: { error: unknown }) {
  const { t } = useTranslation('account');
  const problem = eraseProblem(error);
  const action = {
    plan: (
      <Button color="inherit" href="/subscription" sx={{ ml: -2 }}>
        {t('delete.toPlan')}
      </Button>
    ),
    signIn: (
      <Button color="inherit" onClick={() => logOut()} sx={{ ml: -2 }}>
        {t('common:userMenu.logout')}
      </Button>
    ),
    business: null,
    other: null,
  }[problem];
  return (
    <Alert severity={problem === 'business' ? 'warning' : 'error'}>
      {problem === 'other' ? errorText(error) : t(`delete.problem.${problem}`)}
      {action && <div>{action}</div>}
    </Alert>
  );
}
