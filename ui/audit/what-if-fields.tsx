import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { FormGroup, FormLabel, IconButton, MenuItem, Stack } from '@mui/material';
import { POOL_SPLITS } from '@perktree/contracts/audit/report-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import { FLAG_KINDS } from '@perktree/contracts/flag/rules';
import { joined } from '@perktree/contracts/kernel/isolated';
import { HOLD_DAYS } from '@perktree/contracts/site/configuration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../kit/form/check-field.tsx';
import { choices, FormField } from '../kit/form/form-field.tsx';
import { RuleSettingFields } from '../kit/form/rule-setting-fields.tsx';
import { Picker } from '../kit/list/picker.tsx';
import { formatPercent } from '../lib/format.ts';
import type { Form } from '../lib/forms/use-form.ts';
import { ruleTexts } from '../lib/rule-settings.ts';
import {
  type WhatIfFormFields as Fields,
  percentName,
  type TriedQrs,
  triedRuleOf,
  type WhatIfFormFields,
} from './what-if-form.ts';

/** Sorted by name, rows include the path of each QR. */
const ROWS = { levels: '33', sort: 'name' };

function PercentFields(props: {
  siteId: string;
  form: Form<WhatIfFormFields>;
  tried: TriedQrs;
  onTry: (tried: TriedQrs) => void;
}) {
  const { t, i18n } = useTranslation('audit');
  const { form, tried, onTry } = props;
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [offered] = useState(() => new Map<string, { readonly name: string; readonly percent: string }>());
  const nameOf = (qrId: string) => names[qrId] ?? qrId;
  const drop = (qrId: string) => onTry(Object.fromEntries(Object.entries(tried).filter(([id]) => id !== qrId)));
  return (
    <Stack spacing={1.5}>
      <Picker
        // Empty again after each choice.
        key={Object.keys(tried).join()}
        label={t('whatIf.percentOf')}
        call={calls.listQrs}
        params={{ siteId: props.siteId }}
        query={ROWS}
        choiceOf={({ id, name, commissionPercent, path }) => {
          offered.set(id, { name, percent: commissionPercent });
          const percent = formatPercent(commissionPercent, i18n.language);
          return {
            id,
            label: t('whatIf.qr', { name, percent }),
            detail: joined(path?.map((above) => above.name) ?? [], ' › ') || undefined,
          };
        }}
        value={null}
        onChange={(choice) => {
          const qr = choice === null ? undefined : offered.get(choice.id);
          if (choice === null || qr === undefined || tried[choice.id] !== undefined) return;
          setNames({ ...names, [choice.id]: qr.name });
          onTry({ ...tried, [choice.id]: qr.percent });
        }}
        sx={{ maxWidth: { sm: 360 } }}
      />
      {Object.keys(tried).map((qrId) => (
        <Stack key={qrId} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <FormField
            form={form}
            name={percentName(qrId)}
            label={t('whatIf.percentFor', { name: nameOf(qrId) })}
            sx={{ maxWidth: { sm: 360 } }}
          />
          <IconButton aria-label={t('whatIf.dropPercent', { name: nameOf(qrId) })} onClick={() => drop(qrId)}>
            <DeleteOutlined />
          </IconButton>
        </Stack>
      ))}
    </Stack>
  );
}

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
