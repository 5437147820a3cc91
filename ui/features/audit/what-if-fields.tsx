import { Checkbox, FormControlLabel, FormGroup, FormLabel, MenuItem, Stack } from '@mui/material';
import { FLAG_KINDS } from '@perktree/contracts/flag-rules';
import { COMMISSION_RULE_NAMES } from '@perktree/contracts/http/audit-reports';
import { HOLD_DAYS } from '@perktree/contracts/site-configuration';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/form/form-field.tsx';
import type { Form } from '../../lib/forms/use-form.ts';
import { PercentFields } from './percent-fields.tsx';
import type { WhatIfFields as Fields, TriedQrs } from './what-if-form.ts';

/** What may be tried: another rule, hold, minimum, percents, and rules against fraud. */
export function WhatIfFields(props: {
  siteId: string;
  form: Form<Fields>;
  tried: TriedQrs;
  onTry: (tried: TriedQrs) => void;
}) {
  const { t } = useTranslation(['audit', 'flags']);
  const { form } = props;
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        <FormField form={form} name="rule" select label={t('whatIf.rule')}>
          {COMMISSION_RULE_NAMES.map((rule) => (
            <MenuItem key={rule} value={rule}>
              {t(`whatIf.rules.${rule}`)}
            </MenuItem>
          ))}
        </FormField>
        <FormField
          form={form}
          name="holdDays"
          select
          label={t('whatIf.hold')}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('whatIf.unchanged')}</MenuItem>
          {HOLD_DAYS.map((days) => (
            <MenuItem key={days} value={String(days)}>
              {t('whatIf.days', { count: days })}
            </MenuItem>
          ))}
        </FormField>
        <FormField
          form={form}
          name="minimumPayout"
          label={t('whatIf.minimum')}
          helperText={t('whatIf.emptyIsUnchanged')}
        />
      </Stack>
      <PercentFields siteId={props.siteId} form={form} tried={props.tried} onTry={props.onTry} />
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
              control={<Checkbox checked={form.typed[kind]} onChange={(_, refused) => form.change(kind, refused)} />}
            />
          ))}
        </FormGroup>
      </div>
    </>
  );
}
