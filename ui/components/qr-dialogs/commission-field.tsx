import { TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../lib/format.ts';
import { PercentSlider } from '../percent-slider.tsx';
import { LEAST_CHILD_COMMISSION, ROOT_MAXIMUM } from './qr-form.ts';

/** Commission of a QR in the sibling and edit dialogs: a number for a root, a slider within the budget for a child. */
export function CommissionField(props: {
  isRoot: boolean;
  available: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t, i18n } = useTranslation('qr');
  if (props.isRoot) {
    return (
      <TextField
        label={t('field.commission')}
        type="number"
        value={props.value}
        onChange={(e) => props.onChange(e.target.value)}
        slotProps={{ htmlInput: { min: 0, max: ROOT_MAXIMUM, step: 0.01, inputMode: 'decimal' } }}
      />
    );
  }
  return (
    <PercentSlider
      label={t('field.commission')}
      sliderLabel={t('field.commissionSlider')}
      value={props.value}
      min={LEAST_CHILD_COMMISSION}
      max={Math.max(props.available, LEAST_CHILD_COMMISSION)}
      step={0.1}
      disabled={props.available <= 0}
      helper={
        props.available > 0
          ? t('field.available', { available: formatPercent(props.available, i18n.language) })
          : t('field.noneAvailable')
      }
      onChange={props.onChange}
    />
  );
}
