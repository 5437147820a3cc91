import { Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { WRITE_OFF_REASONS } from '@perktree/contracts/payout/events';
import { useQueryClient } from '@tanstack/react-query';
import { choices, FormDialog, FormField } from '../kit/form/form.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { useLocale } from '../lib/use-locale.ts';
import type { Unpayable } from './owed-parts.tsx';
import { PAYOUT_READS } from './payout-state.ts';

/** Confirms the write-off of the shown balance. The server refuses if it has changed since. */
export default function WriteOffDialog(props: { siteId: string; balance: Unpayable; onClose: () => void }) {
  const { t, format } = useLocale(['write-off', 'payout-reasons']);
  const client = useQueryClient();
  const { siteId, balance, onClose } = props;
  const { distributorId, currency, payable, maturing, isErased } = balance;
  const name = format.person(balance.name);
  const money = (amount: string) => format.money(amount, currency);
  const form = useForm({
    fields: { reason: 'choice', note: 'text' },
    initial: { reason: isErased ? 'account_deleted' : 'uncollectible', note: '' },
    call: calls.writeOffBalance,
    body: ({ reason, note }) => ({
      currency,
      amount: payable,
      reason: WRITE_OFF_REASONS.find((known) => known === reason) ?? 'uncollectible',
      ...(note === '' ? {} : { note }),
    }),
    params: { siteId, distributorId },
    done: () => ({ title: t('done'), description: t('doneText', { name, amount: money(payable) }) }),
    failed: t('failed'),
    changes: PAYOUT_READS,
    onSuccess: onClose,
    onError: () => void client.invalidateQueries(),
  });
  return (
    <FormDialog
      title={t('ask.title', { amount: money(payable) })}
      subtitle={t(isErased ? 'ask.erased' : 'ask.owes', { name })}
      submitLabel={t('submit')}
      destructive
      form={form}
      onClose={onClose}
    >
      {maturing !== null && <Typography variant="body2">{t('ask.maturing', { amount: money(maturing) })}</Typography>}
      <FormField form={form} name="reason" select label={t('ask.reason')}>
        {choices(WRITE_OFF_REASONS, (reason) => t(`payout-reasons:${reason}`))}
      </FormField>
      <FormField form={form} name="note" label={t('ask.note')} helperText={t('ask.noteHelp')} multiline />
    </FormDialog>
  );
}
