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
  TextField,
} from '@mui/material';
import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { currencySymbol } from '@perktree/contracts/money';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format.ts';
import { LONGEST_REASON, leftToReverse, type ReverseErrors, type ReverseForm, reversesAll } from './reverse-form.ts';

/** How much, why, and whether the slot is free again. */
export function ReverseFields(props: {
  form: ReverseForm;
  redemption: SiteRedemptionAnswer;
  errors: ReverseErrors;
  change: (part: Partial<ReverseForm>) => void;
}) {
  const { t, i18n } = useTranslation('redemptions');
  const { form, redemption, errors, change } = props;
  const id = useId();
  const left = formatMoney(leftToReverse(redemption), redemption.currency, i18n.language);
  const touch = { minHeight: 44 };
  return (
    <Stack spacing={2} sx={{ pt: 0.5 }}>
      <FormControl>
        <FormLabel id={`${id}-much`}>{t('reverse.much')}</FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-much`}
          value={form.part}
          onChange={(_, part) => change({ part: part as ReverseForm['part'] })}
        >
          <FormControlLabel
            value="whole"
            control={<Radio />}
            label={t(redemption.reversedAt === null ? 'reverse.whole' : 'reverse.rest', { amount: left })}
            sx={touch}
          />
          <FormControlLabel value="part" control={<Radio />} label={t('reverse.part')} sx={touch} />
        </RadioGroup>
      </FormControl>
      {form.part === 'part' && (
        <TextField
          label={t('reverse.amount', { symbol: currencySymbol(redemption.currency) })}
          required
          autoFocus
          value={form.amount}
          error={errors.amount !== undefined}
          helperText={errors.amount ? t(`reverse.error.${errors.amount}`, { left }) : t('reverse.atMost', { left })}
          onChange={(event) => change({ amount: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12 } }}
        />
      )}
      <TextField
        label={t('reverse.reason')}
        required
        value={form.reason}
        error={errors.reason !== undefined}
        helperText={t(errors.reason ? 'reverse.error.reason' : 'reverse.reasonHelp')}
        onChange={(event) => change({ reason: event.target.value })}
        slotProps={{ htmlInput: { maxLength: LONGEST_REASON } }}
      />
      {reversesAll(form, redemption) && (
        <FormControl>
          <FormControlLabel
            control={
              <Checkbox
                checked={form.freeSlot}
                onChange={(_, freeSlot) => change({ freeSlot })}
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
