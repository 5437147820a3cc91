import { Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useApi } from '../../lib/use-api.ts';

const SetUpDialog = lazy(() => import('./set-up-dialog.tsx'));
const TurnOffDialog = lazy(() => import('./turn-off-dialog.tsx'));

export function SecondFactorPanel() {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  // Own state: the server's state already changes while the last set-up dialog is open.
  const [open, setOpen] = useState<'setUp' | 'turnOff' | null>(null);
  // Another window may have changed it.
  const factor = useApi(calls.secondFactor, {}, { refetchOnMount: 'always' });
  if (factor.isPending || factor.data?.state === 'unavailable') return null;
  const close = () => {
    setOpen(null);
    void queries.invalidateQueries({ queryKey: queryKeyOf(calls.secondFactor) });
  };
  return (
    <Panel title={t('factor.title')} subtitle={t('factor.text')}>
      <QueryView query={factor}>
        {({ state, recoveryCodesLeft }) => {
          const isOn = state === 'on';
          const next = isOn ? 'turnOff' : 'setUp';
          return (
            <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
              {isOn && <Typography>{t('factor.on', { count: recoveryCodesLeft })}</Typography>}
              <Button variant="outlined" color={isOn ? 'error' : 'primary'} onClick={() => setOpen(next)}>
                {t(`factor.${next}`)}
              </Button>
            </Stack>
          );
        }}
      </QueryView>
      <Suspense fallback={null}>
        {open === 'setUp' && <SetUpDialog onClose={close} />}
        {open === 'turnOff' && <TurnOffDialog onClose={close} />}
      </Suspense>
    </Panel>
  );
}
