import {
  Alert,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
} from '@mui/material';
import { currencySymbol } from '@perktree/contracts/kernel/money';
import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { formatMoney } from '../lib/format.ts';
import type { Form } from '../lib/forms/use-form.ts';
import { canReverseInPart, type ReverseFormFields as Fields, leftToReverse, reversesAll } from './reverse-form.ts';

export function ReverseFields(props: { form: Form<Fields>; redemption: SiteRedemptionAnswer }) {
  const { t, i18n } = useTranslation('redemptions');
  const { form, redemption } = props;
  const id = useId();
  const left = formatMoney(leftToReverse(redemption), redemption.currency, i18n.language);
  const touch = { minHeight: 44 };
  return (
    <Stack spacing={2} sx={{ pt: 0.5 }}>
      <FormControl>
        <FormLabel id={`${id}-much`}>{t('reverse.much')}</FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-much`}
          value={form.typed.part}
          onChange={(_, part) => form.change('part', part)}
        >
          <FormControlLabel
            value="whole"
            control={<Radio />}
            label={t(redemption.reversedAt === null ? 'reverse.whole' : 'reverse.rest', { amount: left })}
            sx={touch}
          />
          {canReverseInPart(redemption) && (
            <FormControlLabel value="part" control={<Radio />} label={t('reverse.part')} sx={touch} />
          )}
        </RadioGroup>
      </FormControl>
      {form.typed.part === 'part' && (
        <FormField
          form={form}
          name="amount"
          label={t('reverse.amount', { symbol: currencySymbol(redemption.currency) })}
          required
          autoFocus
          helperText={t('reverse.atMost', { left })}
        />
      )}
      <FormField form={form} name="reason" label={t('reverse.reason')} required helperText={t('reverse.reasonHelp')} />
      {reversesAll(form.values, redemption) && (
        <FormControl>
          <FormControlLabel
            control={
              <Checkbox
                checked={form.typed.freeSlot}
                onChange={(_, freeSlot) => form.change('freeSlot', freeSlot)}
                slotProps={{ input: { 'aria-describedby': `${id}-slot` } }}
              />
            }
            label={t('reverse.freeSlot')}
            sx={touch}
          />
          <FormHelperText id={`${id}-slot`} sx={{ mt: 0, ml: 4 }}>
            {t('reverse.freeSlotHelp')}
          </FormHelperText>
        </FormControl>
      )}
      <Alert severity="info" icon={false}>
        {t('reverse.note')}
      </Alert>
    </Stack>
  );
}
