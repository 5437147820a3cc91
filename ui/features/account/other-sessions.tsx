import { Button } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/panel.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';

/** Logs the account out everywhere but here. */
export function OtherSessions() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const end = useMutation({
    mutationFn: () => callApi(calls.endOtherSessions, {}),
    onSuccess: () => toast({ title: t('sessions.done') }),
    onError: (error) => toast({ title: t('sessions.failed'), description: errorText(error), variant: 'destructive' }),
  });
  return (
    <Panel title={t('sessions.title')} subtitle={t('sessions.text')}>
      <Button variant="outlined" loading={end.isPending} onClick={() => end.mutate()}>
        {t('sessions.button')}
      </Button>
    </Panel>
  );
}
