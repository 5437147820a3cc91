import { FormGroup, FormLabel, MenuItem, Stack } from '@mui/material';
import { POOL_SPLITS } from '@perktree/contracts/audit/report-calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import { FLAG_KINDS } from '@perktree/contracts/flag/rules';
import { HOLD_DAYS } from '@perktree/contracts/site/configuration';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../kit/form/check-field.tsx';
import { choices } from '../kit/form/choices.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import { RuleSettingFields } from '../kit/form/rule-setting-fields.tsx';
import type { Form } from '../lib/forms/use-form.ts';
import { ruleTexts } from '../lib/rule-settings.ts';
import { PercentFields } from './percent-fields.tsx';
import { type WhatIfFormFields as Fields, type TriedQrs, triedRuleOf } from './what-if-form.ts';

export function WhatIfFields(props: {
  siteId: string;
  form: Form<Fields>;
  tried: TriedQrs;
  onTry: (tried: TriedQrs) => void;
}) {
  const { t, i18n } = useTranslation(['audit', 'flags']);
  const { form } = props;
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        <FormField
          form={form}
          name="rule"
          select
          label={t('whatIf.rule')}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('whatIf.unchanged')}</MenuItem>
          {COMMISSION_RULES.map((rule) => (
            <MenuItem key={rule.name} value={rule.name}>
              {ruleTexts(rule, i18n.language).name}
            </MenuItem>
          ))}
          {choices(POOL_SPLITS, (split) => t(`whatIf.rules.${split}`))}
        </FormField>
        <FormField
          form={form}
          name="holdDays"
          select
          label={t('whatIf.hold')}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('whatIf.unchanged')}</MenuItem>
          {choices(HOLD_DAYS, (days) => t('whatIf.days', { count: days }))}
        </FormField>
        <FormField
          form={form}
          name="minimumPayout"
          label={t('whatIf.minimum')}
          helperText={t('whatIf.emptyIsUnchanged')}
        />
      </Stack>
      <RuleSettingFields form={form} rule={triedRuleOf(form.typed.rule)} />
      <PercentFields siteId={props.siteId} form={form} tried={props.tried} onTry={props.onTry} />
      <div>
        <FormLabel component="p" id="refused">
          {t('whatIf.refused')}
        </FormLabel>
        <FormGroup role="group" aria-labelledby="refused">
          {FLAG_KINDS.map((kind) => (
            <CheckField
              key={kind}
              label={t(`flags:kind.${kind}.title`)}
              checked={form.typed[kind]}
              onChange={(refused) => form.change(kind, refused)}
            />
          ))}
        </FormGroup>
      </div>
    </>
  );
}
