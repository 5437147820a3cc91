import { Alert, Button, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckField } from '../kit/form/check-field.tsx';
import { FormDialog } from '../kit/form/form.tsx';
import { Loading } from '../kit/loading.tsx';
import { ErrorNotice } from '../kit/page.tsx';
import { ApiError, errorText } from '../lib/api-error.ts';
import { forgetDeviceCopy } from '../lib/device-copy.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { clearNotifications } from '../lib/notification-history.ts';
import { useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { CurrentPasswordField, useHasPassword } from './password.tsx';

/** Reasons why an account was not deleted that the user can resolve. `other` shows the refusal's own sentence. */
type EraseProblem = 'business' | 'plan' | 'other';

const BY_CODE: Readonly<Record<string, EraseProblem>> = {
  OWNS_BUSINESS: 'business',
  PAID_PLAN_RUNNING: 'plan',
};

export function eraseProblem(error: unknown): EraseProblem {
  return (error instanceof ApiError && error.code !== null && BY_CODE[error.code]) || 'other';
}

function ProblemNotice({ error }: { error: unknown }) {
  const { t } = useLocale('account');
  const problem = eraseProblem(error);
  return (
    <Alert severity={problem === 'business' ? 'warning' : 'error'}>
      {problem === 'other' ? errorText(error) : t(`delete.problem.${problem}`)}
      {problem === 'plan' && (
        <Button color="inherit" href="/subscription" sx={{ display: 'flex', width: 'fit-content', ml: -2 }}>
          {t('delete.toPlan')}
        </Button>
      )}
    </Alert>
  );
}

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLocale('account');
  /** Set when the server reports that the account owns a business. */
  const [ownsBusiness, setOwnsBusiness] = useState(false);
  const hasPassword = useHasPassword();
  const form = useForm({
    fields: { password: 'secret', understood: 'flag', closeBusiness: 'flag' },
    call: calls.eraseAccount,
    body: ({ password, closeBusiness }) => ({
      ...(password === '' ? {} : { password }),
      ...(closeBusiness ? { closeBusiness } : {}),
    }),
    refusals: { WRONG_CREDENTIALS: ['password', t('delete.problem.password')] },
    // Load a new document, so that no screen keeps data of the account.
    onSuccess: () => {
      clearNotifications();
      forgetDeviceCopy();
      window.location.assign('/');
    },
    onError: (error) => {
      if (eraseProblem(error) === 'business') setOwnsBusiness(true);
    },
  });
  const { understood, closeBusiness } = form.typed;
  const balance = useApi(calls.openBalance, {}, { staleTime: 0 });
  const fields = (
    <>
      <OpenBalance balance={balance} />
      {hasPassword && <CurrentPasswordField form={form} name="password" label={t('delete.password')} />}
      {form.failure && <ProblemNotice error={form.failure} />}
      {/* `form.failure` shows the same refusal until the user agrees. */}
      {ownsBusiness && form.failure === null && <Alert severity="warning">{t('delete.problem.business')}</Alert>}
      {ownsBusiness && (
        <CheckField
          label={t('delete.closeBusiness')}
          checked={closeBusiness}
          onChange={(agreed) => form.change('closeBusiness', agreed)}
        />
      )}
      <CheckField
        label={t('delete.understood')}
        checked={understood}
        onChange={(agreed) => form.change('understood', agreed)}
      />
    </>
  );
  return (
    <FormDialog
      title={t('delete.title')}
      submitLabel={t('delete.submit')}
      destructive
      // Stays pending while the landing page loads.
      form={{ ...form, pending: form.pending || form.done, failure: null }}
      submitDisabled={balance.isPending || !understood || (ownsBusiness && !closeBusiness)}
      onClose={onClose}
    >
      <Alert severity="warning">{t('delete.final')}</Alert>
      <Typography variant="body2">{t('delete.goes')}</Typography>
      <Typography variant="body2">{t('delete.stays')}</Typography>
      {/* The person sees what is open before they can agree. */}
      {balance.isPending ? <Loading /> : fields}
    </FormDialog>
  );
}

function OpenBalance({ balance }: { balance: UseQueryResult<CallAnswer<typeof calls.openBalance>> }) {
  const { t, format } = useLocale('account');
  if (balance.isError) return <ErrorNotice error={balance.error} onRetry={() => void balance.refetch()} />;
  const totals = balance.data?.totals ?? [];
  const money = (sums: typeof totals) =>
    sums.map(({ owed, currency }) => format.money(owed.replace('-', ''), currency)).join(', ');
  const [open, owes] = [totals.filter(({ owed }) => Number(owed) > 0), totals.filter(({ owed }) => Number(owed) < 0)];
  const keptUntil = balance.data?.keptUntil ?? null;
  return (
    <>
      {keptUntil !== null && (
        <Typography variant="body2">{t('delete.kept', { date: format.date(keptUntil, 'UTC') })}</Typography>
      )}
      {open.length > 0 && <Alert severity="warning">{t('delete.openBalance', { amounts: money(open) })}</Alert>}
      {owes.length > 0 && <Alert severity="warning">{t('delete.owes', { amounts: money(owes) })}</Alert>}
    </>
  );
}
