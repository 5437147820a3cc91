import { Alert, Button, Stack } from '@mui/material';
import type { ClosedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { formatDateTime } from '../lib/format.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApi } from '../lib/use-api.ts';

/** Who closed the shown month with these figures, and who signed it off. The owner closes it here. */
export function MonthSignOff({ closed }: { closed: ClosedMonthAnswer }) {
  const { t, i18n } = useTranslation('audit');
  const { siteId, month, fingerprint, position, timeZone } = closed;
  const isOwner = useAuth().role === 'site_owner';
  const toast = useToast();
  const client = useQueryClient();
  const request = { params: { siteId } };
  const approvals = useApi(calls.approvals, request, { staleTime: 0 });
  const totals = closed.totals.map(({ entries: _, reversals: __, payouts: ___, ...sums }) => sums);
  const close = useMutation({
    mutationFn: () => callApi(calls.closeMonth, { params: { siteId, month }, body: { position, fingerprint, totals } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKeyOf(calls.approvals, request), answer);
      toast({ title: t('close.done') });
    },
    onError: failureToast(toast, t('close.failed')),
  });
  if (approvals.data === undefined) return null;
  const known = approvals.data.months.find((one) => one.month === month);
  const by = ({ by: person, at }: { by: { name: string }; at: string }) => ({
    name: personName(person.name, i18n.language),
    when: formatDateTime(at, i18n.language, timeZone),
  });
  const isSame = known?.fingerprint === fingerprint;
  const needsSignOff = approvals.data.monthsNeedSignOff;
  return (
    <Stack spacing={1} sx={{ mt: 2, alignItems: 'flex-start' }}>
      {known && (
        <Alert severity={!isSame ? 'error' : known.signedOff || !needsSignOff ? 'success' : 'info'}>
          {t(isSame ? 'close.same' : 'close.differs', { ...by(known.closed), zone: timeZone })}{' '}
          {known.signedOff ? t('close.signedOff', by(known.signedOff)) : needsSignOff && t('close.waits')}
        </Alert>
      )}
      {isOwner && !isSame && !known?.signedOff && (
        <Button variant="outlined" loading={close.isPending} onClick={() => close.mutate()}>
          {t('close.submit')}
        </Button>
      )}
    </Stack>
  );
}
