import { Alert, Button, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';

/** For a person who is signed in and needs another role: no second login. */
export default function ContinueAs(props: { email: string; role: 'customer' | 'distributor'; onSuccess: () => void }) {
  const { t } = useTranslation('accounts');
  const { email, role } = props;
  const take = useMutation({
    mutationFn: () => callApi(calls.switchRole, { body: { role } }),
    onSuccess: props.onSuccess,
  });
  return (
    <>
      {take.error && <Alert severity="error">{errorText(take.error)}</Alert>}
      <Button
        variant="contained"
        size="large"
        loading={take.isPending || take.isSuccess}
        onClick={() => take.mutate()}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {t(`continueAs.${role}`, { email })}
      </Button>
      <Typography variant="body2" sx={{ textAlign: 'center', color: 'text.secondary' }}>
        {t('continueAs.other')}
      </Typography>
    </>
  );
}
