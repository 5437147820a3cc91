import { MenuItem, Stack, TextField } from '@mui/material';
import { type Currency, currencySymbol } from '@perktree/contracts/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BenefitType, QrForm } from './qr-form.ts';

const TYPES: readonly BenefitType[] = ['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'TEXT_REWARD'];

/** Name, benefit, commission, limit and link of a QR: the same fields in the create form and two dialogs. */
export function QrFields(props: {
  form: QrForm;
  currency: Currency;
  change: (part: Partial<QrForm>) => void;
  /** The commission's control, which differs between roots and children. */
  commission: ReactNode;
  withInternalName?: boolean;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation('qr');
  const { form, change } = props;
  return (
    <Stack spacing={2.5} sx={{ pt: 1 }}>
      <TextField
        label={t('field.name')}
        required
        autoFocus={props.autoFocus ?? false}
        value={form.name}
        onChange={(e) => change({ name: e.target.value })}
      />
      {props.withInternalName && (
        <TextField
          label={t('field.internalName')}
          helperText={t('field.internalNameHelp')}
          value={form.internalName}
          onChange={(e) => change({ internalName: e.target.value })}
        />
      )}
      {/* Beside each other where there is room for both, in a dialog as in a narrow column. */}
      <Stack direction="row" useFlexGap spacing={2.5} sx={{ flexWrap: 'wrap', '& > *': { flex: '1 1 200px' } }}>
        <TextField
          select
          label={t('field.type')}
          value={form.type}
          onChange={(e) => change({ type: e.target.value as BenefitType })}
        >
          {TYPES.map((type) => (
            <MenuItem key={type} value={type}>
              {t(`type.${type}`)}
            </MenuItem>
          ))}
        </TextField>
        <BenefitField form={form} currency={props.currency} change={change} />
      </Stack>
      {props.commission}
      <TextField
        label={t('field.maxRedemptions')}
        helperText={t('field.maxRedemptionsHelp')}
        type="number"
        value={form.maxRedemptions}
        onChange={(e) => change({ maxRedemptions: e.target.value })}
        slotProps={{ htmlInput: { min: 1, step: 1, inputMode: 'numeric' } }}
      />
      <TextField
        label={t('field.externalUrl')}
        type="url"
        placeholder="https://"
        value={form.externalUrl}
        onChange={(e) => change({ externalUrl: e.target.value })}
      />
    </Stack>
  );
}

function BenefitField({
  form,
  currency,
  change,
}: Pick<Parameters<typeof QrFields>[0], 'form' | 'currency' | 'change'>) {
  const { t } = useTranslation('qr');
  if (form.type === 'TEXT_REWARD') {
    return (
      <TextField
        label={t('field.textReward')}
        required
        value={form.textReward}
        onChange={(e) => change({ textReward: e.target.value })}
      />
    );
  }
  const percent = form.type === 'DISCOUNT_PERCENT';
  return (
    <TextField
      label={
        percent ? t('field.discountPercent') : t('field.discountFixedAmount', { symbol: currencySymbol(currency) })
      }
      required
      type="number"
      value={percent ? form.discountPercent : form.discountFixedAmount}
      onChange={(e) => change(percent ? { discountPercent: e.target.value } : { discountFixedAmount: e.target.value })}
      slotProps={{ htmlInput: { min: 0, step: 0.01, inputMode: 'decimal', ...(percent ? { max: 100 } : {}) } }}
    />
  );
}
