import { calls } from '@perktree/contracts/http/calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { formatMoney } from '../../lib/format.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { ReverseFields } from './reverse-fields.tsx';
import { EMPTY_FORM, type ReverseErrors, reverseBody, reverseErrors } from './reverse-form.ts';
import { Reversed } from './reversed.tsx';

interface Props {
  readonly redemption: SiteRedemptionAnswer;
  readonly siteId: string;
  readonly onClose: () => void;
}

/** Takes a redemption back, wholly or in part, and then says what was taken back. */
export function ReverseDialog({ redemption, siteId, onClose }: Props) {
  const { t, i18n } = useTranslation('redemptions');
  const toast = useToast();
  const client = useQueryClient();
  const [form, setForm] = useState(EMPTY_FORM);
  const [errors, setErrors] = useState<ReverseErrors>({});
  const reverse = useMutation({
    mutationFn: () =>
      callApi(calls.reverseRedemption, {
        params: { redemptionId: redemption.id },
        body: reverseBody(form, redemption),
      }),
    onSuccess: async () => {
      for (const read of [calls.ledger, calls.payoutStats, calls.dashboard]) {
        void client.invalidateQueries({ queryKey: queryKeyOf(read) });
      }
      // Waited for, so that the list behind the answer is as new as the answer.
      await client.invalidateQueries({ queryKey: queryKeyOf(calls.siteRedemptions, { params: { siteId } }) });
    },
    onError: (error) => toast({ title: t('reverse.failed'), description: errorText(error), variant: 'destructive' }),
  });
  const submit = () => {
    const wrong = reverseErrors(form, redemption);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) reverse.mutate();
  };
  if (reverse.isSuccess) {
    return <Reversed answer={reverse.data} currency={redemption.currency} onClose={onClose} />;
  }
  return (
    <FormDialog
      open
      title={t('reverse.title')}
      subtitle={t('reverse.subtitle', {
        benefit: redemption.benefit,
        name: redemption.customerName,
        amount: formatMoney(redemption.saleAmount, redemption.currency, i18n.language),
      })}
      submitLabel={t('reverse.submit')}
      pending={reverse.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReverseFields
        form={form}
        redemption={redemption}
        errors={errors}
        change={(part) => {
          setForm({ ...form, ...part });
          setErrors({});
        }}
      />
    </FormDialog>
  );
}
