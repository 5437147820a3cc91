import { Alert, FormControlLabel, Radio, RadioGroup, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { type Currency, currencySymbol } from '@perktree/contracts/kernel/money';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../kit/form/form-field.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { errorText } from '../../lib/api-error.ts';
import { formatMoney } from '../../lib/format.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';

export interface Correctable {
  readonly redemptionId: string;
  readonly saleAmount: string;
  readonly currency: Currency;
}

const CHANGES = ['amount', 'customer', 'cancelled'] as const;

/** Lowers the sale amount of a redemption, or undoes it. The owner sees who did it, when and why. */
export function CorrectDialog(props: {
  redemption: Correctable;
  onClose: () => void;
  onDone: (whole: boolean) => void;
}) {
  const { t, i18n } = useTranslation('counter');
  const toast = useToast();
  const client = useQueryClient();
  const { redemptionId, saleAmount, currency } = props.redemption;
  const form = useForm({
    fields: { change: 'choice', saleAmount: 'decimal' },
    initial: { change: 'amount', saleAmount: '' },
    call: calls.correctRedemption,
    params: { redemptionId },
    body: (values) => ({
      reason: t(`correct.reason.${values.change as (typeof CHANGES)[number]}`),
      saleAmount: values.change === 'amount' ? (values.saleAmount as string) : null,
    }),
    check: (values) =>
      values.change === 'amount' && values.saleAmount === undefined ? { saleAmount: { code: 'REQUIRED' } } : {},
    refusals: { CORRECTION_NOT_LOWER: ['saleAmount'] },
    onSuccess: ({ whole }) => {
      toast({ title: whole ? t('correct.undone') : t('correct.corrected') });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.validations) });
      props.onDone(whole);
    },
  });
  const isAmount = form.typed.change === 'amount';
  return (
    <FormDialog
      title={t('correct.title')}
      subtitle={t('correct.subtitle', { amount: formatMoney(saleAmount, currency, i18n.language) })}
      submitLabel={isAmount ? t('correct.save') : t('correct.undo')}
      form={form}
      destructive={!isAmount}
      onClose={props.onClose}
    >
      <Stack spacing={2}>
        <RadioGroup
          aria-label={t('correct.title')}
          value={form.typed.change}
          onChange={(_, value) => form.change('change', value)}
        >
          {CHANGES.map((change) => (
            <FormControlLabel key={change} value={change} control={<Radio />} label={t(`correct.${change}`)} />
          ))}
        </RadioGroup>
        {isAmount && (
          <FormField
            form={form}
            name="saleAmount"
            label={t('correct.rightAmount', { currency: currencySymbol(currency) })}
            autoComplete="off"
          />
        )}
        {!isAmount && <Alert severity="info">{t('correct.undoHint')}</Alert>}
        {form.failure && <Alert severity="error">{errorText(form.failure)}</Alert>}
      </Stack>
    </FormDialog>
  );
}
