import { calls } from '@perktree/contracts/http/calls';
import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import { personName } from '@perktree/contracts/person-name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/form/form-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';
import { formatMoney } from '../../lib/format.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { useRefreshPayouts } from './use-refresh-payouts.ts';

const ACTIONS = ['paid', 'cancel'] as const;
type Action = (typeof ACTIONS)[number];
const FIELD = { paid: 'reference', cancel: 'reason' } as const;

export function PayoutMenu({ payout }: { payout: PayoutAnswer }) {
  const { t, i18n } = useTranslation('payouts');
  const [action, setAction] = useState<Action | null>(null);
  // A paid or cancelled payout has no menu.
  useRestoreFocus(true);
  return (
    <>
      <MoreMenu
        label={t('action.open', { name: personName(payout.name, i18n.language) })}
        groups={[ACTIONS.map((name) => ({ label: t(`action.${name}.menu`), run: () => setAction(name) }))]}
        button={{ edge: 'end' }}
      />
      {action && <ActionDialog payout={payout} action={action} onClose={() => setAction(null)} />}
    </>
  );
}

function ActionDialog({ payout, action, onClose }: { payout: PayoutAnswer; action: Action; onClose: () => void }) {
  const { t, i18n } = useTranslation('payouts');
  const toast = useToast();
  const refresh = useRefreshPayouts();
  const field = FIELD[action];
  const name = personName(payout.name, i18n.language);
  const form = useForm({
    fields: { reference: 'text', reason: 'text' },
    initial: { reference: '', reason: '' },
    call: action === 'paid' ? calls.markPayoutPaid : calls.cancelPayout,
    body: ({ reference, reason }) => (action === 'paid' ? { reference } : { reason }),
    params: { payoutId: payout.id },
    onSuccess: () => {
      toast({ title: t(`action.${action}.done`), description: name });
      refresh();
      onClose();
    },
    onError: failureToast(toast, t(`action.${action}.failed`)),
  });
  return (
    <FormDialog
      title={t(`action.${action}.title`)}
      subtitle={t(`action.${action}.text`, {
        name,
        amount: formatMoney(payout.amount, payout.currency, i18n.language),
      })}
      submitLabel={t(`action.${action}.submit`)}
      form={form}
      submitDisabled={form.values[field] === ''}
      onClose={onClose}
    >
      <FormField form={form} name={field} label={t(`action.${action}.field`)} required autoFocus sx={{ mt: 1 }} />
    </FormDialog>
  );
}
