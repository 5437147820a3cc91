import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../kit/form-dialog.tsx';
import { formatMoney } from '../lib/format.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { ReverseFields } from './reverse-fields.tsx';
import { checkPart, EMPTY_FORM, REVERSE_FIELDS, reverseBody } from './reverse-form.ts';
import { Reversed } from './reversed.tsx';

interface Props {
  readonly redemption: SiteRedemptionAnswer;
  readonly onClose: () => void;
}

export function ReverseDialog({ redemption, onClose }: Props) {
  const { t, i18n } = useTranslation('redemptions');
  const toast = useToast();
  const client = useQueryClient();
  const [reversed, setReversed] = useState<CallAnswer<typeof calls.reverseRedemption> | null>(null);
  const form = useForm({
    fields: REVERSE_FIELDS,
    initial: EMPTY_FORM,
    call: calls.reverseRedemption,
    body: (values) => reverseBody(values, redemption),
    check: (values) => checkPart(values, redemption),
    params: { redemptionId: redemption.id },
    onSuccess: async (answer) => {
      // Ledger, balances and totals change as well. Awaited, so that the list behind the dialog is up to date.
      await client.invalidateQueries();
      setReversed(answer);
    },
    onError: failureToast(toast, t('reverse.failed')),
  });
  if (reversed !== null) return <Reversed answer={reversed} currency={redemption.currency} onClose={onClose} />;
  return (
    <FormDialog
      title={t('reverse.title')}
      subtitle={t('reverse.subtitle', {
        benefit: benefitLabel(redemption.benefitTerms, i18n.language),
        name: personName(redemption.customerName, i18n.language),
        amount: formatMoney(redemption.saleAmount, redemption.currency, i18n.language),
      })}
      submitLabel={t('reverse.submit')}
      form={form}
      onClose={onClose}
    >
      <ReverseFields form={form} redemption={redemption} />
    </FormDialog>
  );
}
