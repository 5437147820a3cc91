import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { CORRECTION_REASONS } from '@perktree/contracts/payout/events';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choices, FormField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { MoreMenu } from '../kit/more-menu.tsx';
import { useRestoreFocus } from '../kit/use-restore-focus.ts';
import { formatMoney } from '../lib/format.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { actionsOf, type PayoutAction } from './payout-state.ts';
import { useRefreshPayouts } from './payout-sums.ts';

const FIELD = { paid: 'reference', cancel: 'reason', returned: 'reason', correct: 'reference' } as const;
const CALL = {
  paid: calls.markPayoutPaid,
  cancel: calls.cancelPayout,
  returned: calls.returnPayout,
  correct: calls.correctPayoutReference,
} as const;

export function PayoutMenu({ payout }: { payout: PayoutAnswer }) {
  const { t, i18n } = useTranslation('payouts');
  const [action, setAction] = useState<PayoutAction | null>(null);
  // A payout whose status has changed may have no menu.
  useRestoreFocus(true);
  return (
    <>
      <MoreMenu
        label={t('action.open', { name: personName(payout.name, i18n.language) })}
        groups={[actionsOf(payout).map((name) => ({ label: t(`action.${name}.menu`), run: () => setAction(name) }))]}
        button={{ edge: 'end' }}
      />
      {action && <ActionDialog payout={payout} action={action} onClose={() => setAction(null)} />}
    </>
  );
}

function ActionDialog({
  payout,
  action,
  onClose,
}: {
  payout: PayoutAnswer;
  action: PayoutAction;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('payouts');
  const toast = useToast();
  const refresh = useRefreshPayouts();
  const field = FIELD[action];
  const name = personName(payout.name, i18n.language);
  const form = useForm({
    fields: { reference: 'text', reason: 'text', why: 'choice' },
    initial: { reference: payout.reference ?? '', reason: '', why: 'typing_mistake' },
    call: CALL[action],
    body: ({ reference, reason, why }) => {
      if (action === 'paid') return { reference };
      return action === 'correct' ? { reference, reason: why } : { reason };
    },
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
      {action === 'correct' && (
        <FormField form={form} name="why" select label={t('action.correct.why')} sx={{ mt: 2 }}>
          {choices(CORRECTION_REASONS, (reason) => t(`action.correct.reason.${reason}`))}
        </FormField>
      )}
    </FormDialog>
  );
}
