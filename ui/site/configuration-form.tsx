import { Box, MenuItem, Stack, Typography } from '@mui/material';
import type { calls } from '@perktree/contracts/catalogue/calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { CommissionRule } from '@perktree/contracts/commission/rule';
import type { CallBody } from '@perktree/contracts/kernel/call';
import { type Currency, currencySymbol } from '@perktree/contracts/kernel/money';
import {
  HOLD_DAYS,
  RENEWAL_POLICIES,
  SELF_REDEMPTIONS,
  type SiteConfiguration,
} from '@perktree/contracts/site/configuration';
import type { ReactNode } from 'react';
import { SwitchField } from '../kit/form/check-field.tsx';
import { RuleSettingFields, TimeZoneField } from '../kit/form/fields.tsx';
import { choices, FormField } from '../kit/form/form.tsx';
import { PercentSlider } from '../kit/form/percent-slider.tsx';
import { type Typed, typedOf, type Values } from '../lib/forms/fields.ts';
import type { Form } from '../lib/forms/use-form.ts';
import { ruleTexts, SETTING_FIELDS, type SettingName, settingsOf, typedSettings } from '../lib/rule-settings.ts';
import { useLocale } from '../lib/use-locale.ts';

export const CONFIGURATION_FIELDS = {
  name: 'text',
  timeZone: 'choice',
  qrMinutesLife: 'count',
  maxRedemptions: 'count',
  maxRedemptionsPerCustomer: 'limit',
  defaultSaleAmount: 'decimal',
  maxSaleAmount: 'decimal',
  minSplitPercent: 'decimal',
  commissionPerSiblingQr: 'decimal',
  maxSplitsPerQr: 'count',
  maxTotalSplits: 'limit',
  commissionHoldDays: 'choice',
  minimumPayout: 'decimal',
  distributorCanGenerateChildQrs: 'flag',
  distributorCanGenerateTopLevelQrs: 'flag',
  topLevelQrsNeedApproval: 'flag',
  staffCanRedeemWithCode: 'flag',
  staffRedeemInOneStep: 'flag',
  showBenefitBeforeRedeem: 'flag',
  selfRedemption: 'choice',
  renewalPolicy: 'choice',
  commissionRule: 'choice',
  ...SETTING_FIELDS,
} as const;
type ConfigurationFields = typeof CONFIGURATION_FIELDS;

/** In the order of the form. */
const FLAGS = Object.entries(CONFIGURATION_FIELDS).flatMap(([name, kind]) =>
  kind === 'flag' ? [name as FieldOf<'flag'>] : [],
);

export function formOfConfiguration(saved: SiteConfiguration & { readonly name: string }): Typed<ConfigurationFields> {
  const { commissionRule } = saved;
  return {
    ...typedOf(CONFIGURATION_FIELDS, { ...saved, commissionRule: commissionRule.version }),
    ...typedSettings(commissionRule.settings),
  };
}

/** Percentages have two decimals. */
export function configurationBodyOf(values: Values<ConfigurationFields>): CallBody<typeof calls.configureSite> {
  const rule = ruleOfChoice(values.commissionRule);
  const others = Object.entries(values).filter(([name]) => !(name in SETTING_FIELDS));
  return {
    ...(Object.fromEntries(others) as Omit<Values<ConfigurationFields>, SettingName>),
    commissionRule: { version: Number(values.commissionRule), settings: settingsOf(rule, values) },
    minSplitPercent: withTwoDecimals(values.minSplitPercent),
    commissionPerSiblingQr: withTwoDecimals(values.commissionPerSiblingQr),
    commissionHoldDays: Number(values.commissionHoldDays) as SiteConfiguration['commissionHoldDays'],
    selfRedemption: values.selfRedemption as SiteConfiguration['selfRedemption'],
    renewalPolicy: values.renewalPolicy as SiteConfiguration['renewalPolicy'],
  };
}

/** @param choice the value of the `commissionRule` field */
export function ruleOfChoice(choice: string): CommissionRule | undefined {
  return COMMISSION_RULES.find(({ version }) => String(version) === choice);
}

/** Further decimals stay, so that the call's rules report them. */
function withTwoDecimals(decimal: string | undefined): string {
  return (decimal?.replace(/^(-?\d+)(?:\.(\d?))?$/, (_, whole, digit = '') => `${whole}.${digit.padEnd(2, '0')}`) ??
    decimal) as string;
}

interface Props {
  readonly form: Form<ConfigurationFields>;
  readonly currency: Currency;
}

export function ConfigurationSections(props: Props) {
  const { t, language } = useLocale('sites');
  const { form } = props;
  const rule = ruleOfChoice(form.typed.commissionRule);
  return (
    <Stack spacing={3.5}>
      <Section title={t('configure.general')}>
        <FormField form={form} name="name" label={t('create.name')} required />
        <TimeZoneField
          form={form}
          name="timeZone"
          label={t('configure.timeZone')}
          helperText={t('configure.timeZoneHelp')}
        />
        <Pair>
          <Count {...props} field="qrMinutesLife" />
          <Count {...props} field="maxRedemptions" />
        </Pair>
        <Count {...props} field="maxRedemptionsPerCustomer" optional />
        <Pair>
          <Amount {...props} field="defaultSaleAmount" />
          <Amount {...props} field="maxSaleAmount" />
        </Pair>
      </Section>
      <Section title={t('configure.commission')}>
        <FormField
          form={form}
          name="commissionRule"
          select
          label={t('configure.commissionRule')}
          helperText={rule && ruleTexts(rule, language).description}
        >
          {COMMISSION_RULES.map((one) => (
            <MenuItem key={one.version} value={String(one.version)}>
              {ruleTexts(one, language).name}
            </MenuItem>
          ))}
        </FormField>
        <RuleSettingFields form={form} rule={rule} />
        <Percent {...props} field="minSplitPercent" max={10} />
        <Percent {...props} field="commissionPerSiblingQr" max={50} />
        <Pair>
          <Count {...props} field="maxSplitsPerQr" />
          <Count {...props} field="maxTotalSplits" optional />
        </Pair>
        <Pair>
          <FormField
            form={form}
            name="commissionHoldDays"
            select
            label={t('configure.commissionHoldDays')}
            helperText={t('configure.commissionHoldDaysHelp')}
          >
            {choices(HOLD_DAYS, (days) => t('configure.days', { count: days }))}
          </FormField>
          <Amount {...props} field="minimumPayout" />
        </Pair>
      </Section>
      <Section title={t('configure.policy')}>
        {FLAGS.map((field) => (
          <Toggle key={field} {...props} field={field} />
        ))}
        <FormField
          form={form}
          name="selfRedemption"
          select
          label={t('configure.selfRedemption')}
          helperText={t(`configure.selfRedemptionHelp.${form.typed.selfRedemption}`)}
        >
          {choices(SELF_REDEMPTIONS, (choice) => t(`configure.selfRedemptionChoice.${choice}`))}
        </FormField>
        <FormField form={form} name="renewalPolicy" select label={t('configure.renewalPolicy')}>
          {choices(RENEWAL_POLICIES, (policy) => t(`configure.renewal.${policy}`))}
        </FormField>
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Stack spacing={2.5}>{children}</Stack>
    </Box>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
      {children}
    </Stack>
  );
}

type FieldOf<Kind> = {
  [K in keyof ConfigurationFields]: ConfigurationFields[K] extends Kind ? K : never;
}[keyof ConfigurationFields];

function Count({ form, field, optional }: Props & { field: FieldOf<'count' | 'limit'>; optional?: boolean }) {
  const { t } = useLocale('sites');
  const help = optional ? { helperText: t('configure.unlimitedHelp') } : { required: true };
  return <FormField form={form} name={field} label={t(`configure.${field}`)} {...help} />;
}

function Percent({ form, field, max }: Props & { field: 'minSplitPercent' | 'commissionPerSiblingQr'; max: number }) {
  const { t } = useLocale('sites');
  return (
    <PercentSlider
      form={form}
      name={field}
      label={t(`configure.${field}`)}
      sliderLabel={t(`configure.${field}Slider`)}
      min={0.5}
      max={max}
      step={0.5}
      helper={t(`configure.${field}Help`)}
    />
  );
}

type AmountField = 'defaultSaleAmount' | 'maxSaleAmount' | 'minimumPayout';

function Amount({ form, currency, field }: Props & { field: AmountField }) {
  const { t } = useLocale('sites');
  return (
    <FormField
      form={form}
      name={field}
      label={t(`configure.${field}`, { symbol: currencySymbol(currency) })}
      helperText={t(`configure.${field}Help`)}
    />
  );
}

function Toggle({ form, field }: Props & { field: FieldOf<'flag'> }) {
  const { t } = useLocale('sites');
  return (
    <SwitchField
      label={t(`configure.${field}`)}
      checked={form.typed[field]}
      onChange={(on) => form.change(field, on)}
      sx={{ m: 0, flexDirection: 'row-reverse', justifyContent: 'space-between', gap: 2 }}
    />
  );
}
