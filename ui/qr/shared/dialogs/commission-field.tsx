import { useTranslation } from 'react-i18next';
import { FormField } from '../../../kit/form/form-field.tsx';
import { PercentSlider } from '../../../kit/form/percent-slider.tsx';
import { formatPercent } from '../../../lib/format.ts';
import type { FieldKinds } from '../../../lib/forms/fields.ts';
import type { Form } from '../../../lib/forms/use-form.ts';
import { LEAST_CHILD_COMMISSION } from './qr-form.ts';

export function CommissionField<F extends FieldKinds & { readonly commissionPercent: 'decimal' }>(props: {
  form: Form<F>;
  isRoot: boolean;
  available: number;
}) {
  const { t, i18n } = useTranslation('qr');
  const { form, available } = props;
  if (props.isRoot) return <FormField form={form} name="commissionPercent" label={t('field.commission')} />;
  return (
    <PercentSlider
      form={form}
      name="commissionPercent"
      label={t('field.commission')}
      sliderLabel={t('field.commissionSlider')}
      min={LEAST_CHILD_COMMISSION}
      max={Math.max(available, LEAST_CHILD_COMMISSION)}
      step={0.1}
      disabled={available <= 0}
      helper={
        available > 0
          ? t('field.available', { available: formatPercent(available, i18n.language) })
          : t('field.noneAvailable')
      }
    />
  );
}
