import type { CommissionRule } from '@perktree/contracts/commission/rule';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../lib/forms/use-form.ts';
import { ruleTexts, type SettingFields, settingName } from '../../lib/rule-settings.ts';
import { FormField } from '../forms.tsx';

/** The settings of the chosen commission rule. */
export function RuleSettingFields<F extends SettingFields>(props: {
  readonly form: Form<F>;
  readonly rule: CommissionRule | undefined;
}) {
  const { i18n } = useTranslation();
  const { form, rule } = props;
  if (rule === undefined) return null;
  return rule.settings.map((setting) => {
    const { label, help } = ruleTexts(rule, i18n.language).settings[setting] ?? { label: setting, help: '' };
    return <FormField key={setting} form={form} name={settingName(setting)} label={label} helperText={help} required />;
  });
}
