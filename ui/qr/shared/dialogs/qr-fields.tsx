import { Stack, Typography } from '@mui/material';
import { type Currency, currencySymbol } from '@perktree/contracts/kernel/money';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import type { ReactNode } from 'react';
import { choices, FormField } from '../../../kit/form/form.tsx';
import { PercentSlider } from '../../../kit/form/percent-slider.tsx';
import type { FieldKinds } from '../../../lib/forms/fields.ts';
import type { Form } from '../../../lib/forms/use-form.ts';
import { useLocale } from '../../../lib/use-locale.ts';
import { type BenefitType, FIELD_OF_TYPE, type QrFormFields as Fields, MIN_CHILD_COMMISSION } from './use-qr-form.ts';

/** When the issue period of a QR ends, what happens then, and what is used of its limit. */
export function QrValidity({ qr, sx = {} }: { qr: QrAnswer; sx?: { readonly mb?: number } }) {
  const { t, format } = useLocale('qr');
  const { maxRedemptions, periodRedemptions } = qr;
  const used =
    maxRedemptions === null
      ? t('validity.unlimited', { used: format.number(periodRedemptions) })
      : t('validity.of', { used: format.number(periodRedemptions), max: format.number(maxRedemptions) });
  const end = qr.isExpired ? 'expired' : qr.renewalPolicy === 'none' ? 'ends' : 'renews';
  const when = format.dateTime(qr.expiresAtUtc);
  return (
    <Typography variant="body2" sx={{ color: end === 'expired' ? 'error.main' : 'text.secondary', ...sx }}>
      {/* The first period of a root that waits for approval has not begun. */}
      {qr.approval === null && `${t(`validity.${end}`, { when })} · `}
      {used}
    </Typography>
  );
}

export function CommissionField<F extends FieldKinds & { readonly commissionPercent: 'decimal' }>(props: {
  form: Form<F>;
  isRoot: boolean;
  available: number;
}) {
  const { t, format } = useLocale('qr');
  const { form, available } = props;
  if (props.isRoot) return <FormField form={form} name="commissionPercent" label={t('field.commissionPercent')} />;
  return (
    <PercentSlider
      form={form}
      name="commissionPercent"
      label={t('field.commissionPercent')}
      sliderLabel={t('field.commissionSlider')}
      min={MIN_CHILD_COMMISSION}
      max={Math.max(available, MIN_CHILD_COMMISSION)}
      step={0.1}
      disabled={available <= 0}
      helper={available > 0 ? t('field.available', { available: format.percent(available) }) : t('field.noneAvailable')}
    />
  );
}

/** In the order of the form: renewing is its default. */
const POLICIES = ['auto_reissue_on_expire', 'none'] as const;
const TYPES: readonly BenefitType[] = ['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'TEXT_REWARD'];

export function QrFields(props: {
  form: Form<Fields>;
  currency: Currency;
  /** The commission control, which differs between roots and children. */
  commission: ReactNode;
  /** Shows what happens at the end of the period, with this text. Children renew as their root does. */
  renewalHelp?: string | undefined;
  autoFocus?: boolean;
}) {
  const { t } = useLocale('qr');
  const { form } = props;
  return (
    <Stack spacing={2.5}>
      <FormField form={form} name="name" label={t('field.name')} required autoFocus={props.autoFocus ?? false} />
      <FormField
        form={form}
        name="internalName"
        label={t('field.internalName')}
        helperText={t('field.internalNameHelp')}
      />
      <Stack direction="row" useFlexGap spacing={2.5} sx={{ flexWrap: 'wrap', '& > *': { flex: '1 1 200px' } }}>
        <FormField form={form} name="type" label={t('field.type')} select>
          {choices(TYPES, (type) => t(`type.${type}`))}
        </FormField>
        <BenefitField form={form} currency={props.currency} />
      </Stack>
      {props.commission}
      <FormField
        form={form}
        name="maxRedemptions"
        label={t('field.maxRedemptions')}
        helperText={t('field.maxRedemptionsHelp')}
      />
      {props.renewalHelp !== undefined && (
        <FormField
          form={form}
          name="renewalPolicy"
          select
          label={t('field.renewalPolicy')}
          helperText={props.renewalHelp}
        >
          {choices(POLICIES, (policy) => t(`field.renewal_${policy}`))}
        </FormField>
      )}
      <ExternalUrlField form={form} />
    </Stack>
  );
}

export function ExternalUrlField<F extends FieldKinds & { readonly externalUrl: 'optionalText' }>(props: {
  form: Form<F>;
}) {
  const { t } = useLocale('qr');
  return (
    <FormField form={props.form} name="externalUrl" type="url" label={t('field.externalUrl')} placeholder="https://" />
  );
}

function BenefitField({ form, currency }: { form: Form<Fields>; currency: Currency }) {
  const { t } = useLocale('qr');
  const name = FIELD_OF_TYPE[form.typed.type as BenefitType];
  const label = t(`field.${name}`, { symbol: currencySymbol(currency) });
  return <FormField form={form} name={name} label={label} required />;
}
