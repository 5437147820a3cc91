import { Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SiteBalancesAnswer } from '@perktree/contracts/ledger/calls';
import { WRITE_OFF_REASONS } from '@perktree/contracts/payout/events';
import { useTranslation } from 'react-i18next';
import { choices, FormField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { formatMoney } from '../lib/format.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useRefreshPayouts } from './payout-sums.ts';

type Balance = SiteBalancesAnswer['distributors'][number];

/** A balance that no payout settles: a distributor's debt, or what a deleted account is owed. */
export interface Unpayable extends Balance {
  /** The part that is still on hold and cannot be written off yet. Null: nothing is. */
  readonly maturing: string | null;
  /** The payable balance can be written off now. */
  readonly isDue: boolean;
}

export function unpayableOf(balances: readonly Balance[]): readonly Unpayable[] {
  return balances.flatMap((balance) => {
    const { currency, owed, payable, inPayout, isErased } = balance;
    const payableMinor = toMinor(payable, currency);
    const maturingMinor = toMinor(owed, currency) - payableMinor - toMinor(inPayout, currency);
    const isDue = payableMinor < 0n || (isErased && payableMinor > 0n);
    if (!isDue && !(isErased && maturingMinor !== 0n)) return [];
    const maturing = maturingMinor === 0n ? null : fromMinor(maturingMinor, currency);
    return [{ ...balance, maturing, isDue }];
  });
}

/** Confirms the write-off of the shown balance. The server refuses if it has changed since. */
export function WriteOffDialog(props: { siteId: string; balance: Unpayable; onClose: () => void }) {
  const { t, i18n } = useTranslation('write-off');
  const toast = useToast();
  const refresh = useRefreshPayouts();
  const { siteId, balance, onClose } = props;
  const { distributorId, currency, payable, maturing, isErased } = balance;
  const name = personName(balance.name, i18n.language);
  const money = (amount: string) => formatMoney(amount, currency, i18n.language);
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
    onSuccess: () => {
      toast({ title: t('done'), description: t('doneText', { name, amount: money(payable) }) });
      refresh();
      onClose();
    },
    onError: (error) => {
      failureToast(toast, t('failed'))(error);
      refresh();
    },
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
      {maturing !== null && (
        <Typography variant="body2" sx={{ mb: 2 }}>
          {t('ask.maturing', { amount: money(maturing) })}
        </Typography>
      )}
      <FormField form={form} name="reason" select label={t('ask.reason')} sx={{ mt: 1 }}>
        {choices(WRITE_OFF_REASONS, (reason) => t(`reason.${reason}`))}
      </FormField>
      <FormField form={form} name="note" label={t('ask.note')} helperText={t('ask.noteHelp')} multiline fullWidth />
    </FormDialog>
  );
}
