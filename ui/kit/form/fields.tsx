import { Alert, AlertTitle, Box, Button, Stack } from '@mui/material';
import type { CommissionRule } from '@perktree/contracts/commission/rule';
import { isTimeZone, UTC } from '@perktree/contracts/kernel/time-zone-name';
import { type ReactNode, Suspense } from 'react';
import type { FieldKinds } from '../../lib/forms/fields.ts';
import type { EditConflict } from '../../lib/forms/use-edit-form.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import { ruleTexts, type SettingFields, settingName } from '../../lib/rule-settings.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { FormField } from './form.tsx';

/** A native select: several hundred choices, which a keyboard finds by their first letters. */
export function TimeZoneField<F extends FieldKinds>(props: {
  form: Form<F>;
  name: keyof F & string;
  label: string;
  helperText?: ReactNode;
}) {
  const chosen = String(props.form.typed[props.name]);
  const zones = [...new Set([UTC, chosen, ...Intl.supportedValuesOf('timeZone')])].sort();
  return (
    <FormField {...props} select slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </FormField>
  );
}

/** The time zone of the browser, which a new site begins with. */
export function browserTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : UTC;
}

/** The settings of the chosen commission rule. */
export function RuleSettingFields<F extends SettingFields>(props: {
  readonly form: Form<F>;
  readonly rule: CommissionRule | undefined;
}) {
  const { language } = useLocale();
  const { form, rule } = props;
  if (rule === undefined) return null;
  return rule.settings.map((setting) => {
    const { label, help } = ruleTexts(rule, language).settings[setting] ?? { label: setting, help: '' };
    return <FormField key={setting} form={form} name={settingName(setting)} label={label} helperText={help} required />;
  });
}

export interface FieldWords {
  label(field: string): string;
  /** A value as the form shows it. Undefined: as any value of its kind. */
  text?(field: string, value: unknown): string | undefined;
}

/** Shows what another person has changed meanwhile beside one's own values, and lets the person choose. */
export function EditedMeanwhile({ conflict, words }: { conflict: EditConflict | null; words: FieldWords }) {
  // Its texts are loaded when they are needed. The form stays in sight meanwhile.
  return <Suspense fallback={null}>{conflict && <Values conflict={conflict} words={words} />}</Suspense>;
}

function Values({ conflict, words }: { conflict: EditConflict; words: FieldWords }) {
  const { t } = useLocale('edits');
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('empty');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (Array.isArray(value)) return value.map(plain).join(', ');
    return typeof value === 'object' ? Object.values(value).map(plain).join(', ') : String(value);
  };
  const text = (field: string, value: unknown) => words.text?.(field, value) ?? plain(value);
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>{t('title')}</AlertTitle>
      {t('text')}
      <Box component="dl" sx={{ my: 1.5, '& dt': { fontWeight: 600 }, '& dd': { m: 0, overflowWrap: 'anywhere' } }}>
        {conflict.fields.map(({ field, current, own }) => (
          <Box key={field} sx={{ mb: 1 }}>
            <dt>{words.label(field)}</dt>
            <dd>{t('current', { value: text(field, current) })}</dd>
            <dd>{t('own', { value: text(field, own) })}</dd>
          </Box>
        ))}
      </Box>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" onClick={conflict.takeCurrent}>
          {t('take')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={conflict.keepOwn}>
          {t('keep')}
        </Button>
      </Stack>
    </Alert>
  );
}
