import { Alert } from '@mui/material';
import { errorText } from '../../lib/api-error.ts';

export function AccountProblem({ error }: { error: Error }) {
  return <Alert severity="error">{errorText(error)}</Alert>;
}
