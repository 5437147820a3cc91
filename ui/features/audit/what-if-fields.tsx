import { Checkbox, FormControlLabel, FormGroup, FormLabel, MenuItem, Stack, TextField } from '@mui/material';
import { FLAG_KINDS } from '@perktree/contracts/flag-rules';
import { COMMISSION_RULE_NAMES } from '@perktree/contracts/http/audit-reports';
import { HOLD_DAYS } from '@perktree/contracts/site-configuration';
import { useTranslation } from 'react-i18next';
import { PercentFields } from './percent-fields.tsx';
import { type WhatIfForm, wrongIn } from './what-if-form.ts';

/** What may be tried: another rule, hold, minimum, percents, and rules against fraud. */
export function WhatIfFields(props: {
  siteId: string;
  form: WhatIfForm;
  onChange: (part: Partial<WhatIfForm>) => void;
}) {
  const { t } = useTranslation(['audit', 'flags']);
  const { form, onChange } = props;
  const isWrong = wrongIn(form).includes('minimumPayout');
  const toggle = (kind: (typeof FLAG_KINDS)[number]) =>
    onChange({
      refused: form.refused.includes(kind) ? form.refused.filter((one) => one !== kind) : [...form.refused, kind],
    });
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        <TextField
          select
          label={t('whatIf.rule')}
          value={form.rule}
          onChange={(event) => onChange({ rule: event.target.value as WhatIfForm['rule'] })}
        >
          {COMMISSION_RULE_NAMES.map((rule) => (
            <MenuItem key={rule} value={rule}>
              {t(`whatIf.rules.${rule}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('whatIf.hold')}
          value={form.holdDays}
          onChange={(event) => onChange({ holdDays: event.target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('whatIf.unchanged')}</MenuItem>
          {HOLD_DAYS.map((days) => (
            <MenuItem key={days} value={String(days)}>
              {t('whatIf.days', { count: days })}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('whatIf.minimum')}
          value={form.minimumPayout}
          onChange={(event) => onChange({ minimumPayout: event.target.value.trim() })}
          error={isWrong}
          helperText={isWrong ? t('whatIf.wrongAmount') : t('whatIf.emptyIsUnchanged')}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      </Stack>
      <PercentFields siteId={props.siteId} form={form} onChange={onChange} />
      <div>
        <FormLabel component="p" id="refused">
          {t('whatIf.refused')}
        </FormLabel>
        <FormGroup role="group" aria-labelledby="refused">
          {FLAG_KINDS.map((kind) => (
            <FormControlLabel
              key={kind}
              label={t(`flags:kind.${kind}.title`)}
              sx={{ minHeight: 44 }}
              control={<Checkbox checked={form.refused.includes(kind)} onChange={() => toggle(kind)} />}
            />
          ))}
        </FormGroup>
      </div>
    </>
  );
}
