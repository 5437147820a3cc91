import { Box, FormControlLabel, MenuItem, Stack, Switch, TextField, Typography } from '@mui/material';
import { type Currency, currencySymbol } from '@perktree/contracts/money';
import {
  HOLD_DAYS,
  RENEWAL_POLICIES,
  SELF_REDEMPTIONS,
  type SiteConfiguration,
} from '@perktree/contracts/site-configuration';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PercentSlider } from '../../components/percent-slider.tsx';
import type { ConfigurationForm, FieldError } from './configuration-form.ts';

interface Props {
  readonly form: ConfigurationForm;
  readonly currency: Currency;
  readonly errors: readonly FieldError[];
  readonly change: (part: Partial<ConfigurationForm>) => void;
}

/** General, Commission and Policy Settings of a site. */
export function ConfigurationSections(props: Props) {
  const { t } = useTranslation('sites');
  const { form, change } = props;
  return (
    <Stack spacing={3.5} sx={{ pt: 1 }}>
      <Section title={t('configure.general')}>
        <TextField
          label={t('create.name')}
          required
          value={form.name}
          error={props.errors.includes('name')}
          helperText={props.errors.includes('name') ? t('nameRequired') : undefined}
          onChange={(e) => change({ name: e.target.value })}
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
        <PercentSlider
          label={t('configure.minSplitPercent')}
          sliderLabel={t('configure.minSplitPercentSlider')}
          value={form.minSplitPercent}
          min={0.5}
          max={10}
          step={0.5}
          helper={t('configure.minSplitPercentHelp')}
          onChange={(minSplitPercent) => change({ minSplitPercent })}
        />
        <PercentSlider
          label={t('configure.commissionPerSiblingQr')}
          sliderLabel={t('configure.commissionPerSiblingQrSlider')}
          value={form.commissionPerSiblingQr}
          min={0.5}
          max={50}
          step={0.5}
          helper={t('configure.commissionPerSiblingQrHelp')}
          onChange={(commissionPerSiblingQr) => change({ commissionPerSiblingQr })}
        />
        <Pair>
          <Count {...props} field="maxSplitsPerQr" />
          <Count {...props} field="maxTotalSplits" optional />
        </Pair>
        <Pair>
          <TextField
            select
            label={t('configure.commissionHoldDays')}
            helperText={t('configure.commissionHoldDaysHelp')}
            value={form.commissionHoldDays}
            onChange={(e) => change({ commissionHoldDays: e.target.value })}
          >
            {HOLD_DAYS.map((days) => (
              <MenuItem key={days} value={String(days)}>
                {t('configure.days', { count: days })}
              </MenuItem>
            ))}
          </TextField>
          <Amount {...props} field="minimumPayout" />
        </Pair>
      </Section>
      <Section title={t('configure.policy')}>
        <Toggle {...props} field="distributorCanGenerateChildQrs" />
        <Toggle {...props} field="distributorCanGenerateTopLevelQrs" />
        <Toggle {...props} field="topLevelQrsNeedApproval" />
        <Toggle {...props} field="staffCanRedeemWithCode" />
        <Toggle {...props} field="showBenefitBeforeRedeem" />
        <TextField
          select
          label={t('configure.selfRedemption')}
          helperText={t(`configure.selfRedemptionHelp.${form.selfRedemption}`)}
          value={form.selfRedemption}
          onChange={(e) => change({ selfRedemption: e.target.value as SiteConfiguration['selfRedemption'] })}
        >
          {SELF_REDEMPTIONS.map((choice) => (
            <MenuItem key={choice} value={choice}>
              {t(`configure.selfRedemptionChoice.${choice}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('configure.renewalPolicy')}
          value={form.renewalPolicy}
          onChange={(e) => change({ renewalPolicy: e.target.value as SiteConfiguration['renewalPolicy'] })}
        >
          {RENEWAL_POLICIES.map((policy) => (
            <MenuItem key={policy} value={policy}>
              {t(`configure.renewal.${policy}`)}
            </MenuItem>
          ))}
        </TextField>
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

type CountField =
  | 'qrMinutesLife'
  | 'maxRedemptions'
  | 'maxRedemptionsPerCustomer'
  | 'maxSplitsPerQr'
  | 'maxTotalSplits';

function Count({ form, errors, change, field, optional }: Props & { field: CountField; optional?: boolean }) {
  const { t } = useTranslation('sites');
  const wrong = (errors as readonly string[]).includes(field);
  const help = optional ? t('configure.unlimitedHelp') : undefined;
  return (
    <TextField
      label={t(`configure.${field}`)}
      type="number"
      required={!optional}
      value={form[field]}
      error={wrong}
      helperText={wrong ? t('atLeastOne') : help}
      onChange={(e) => change({ [field]: e.target.value })}
      slotProps={{ htmlInput: { min: 1, step: 1, inputMode: 'numeric' } }}
    />
  );
}

type AmountField = 'defaultSaleAmount' | 'maxSaleAmount' | 'minimumPayout';

function Amount({ form, currency, change, field }: Props & { field: AmountField }) {
  const { t } = useTranslation('sites');
  return (
    <TextField
      label={t(`configure.${field}`, { symbol: currencySymbol(currency) })}
      helperText={t(`configure.${field}Help`)}
      value={form[field]}
      onChange={(e) => change({ [field]: e.target.value })}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  );
}

type ToggleField =
  | 'distributorCanGenerateChildQrs'
  | 'distributorCanGenerateTopLevelQrs'
  | 'topLevelQrsNeedApproval'
  | 'staffCanRedeemWithCode'
  | 'showBenefitBeforeRedeem';

function Toggle({ form, change, field }: Props & { field: ToggleField }) {
  const { t } = useTranslation('sites');
  return (
    <FormControlLabel
      labelPlacement="start"
      label={t(`configure.${field}`)}
      control={<Switch checked={form[field]} onChange={(e) => change({ [field]: e.target.checked })} />}
      sx={{ m: 0, minHeight: 44, justifyContent: 'space-between', gap: 2 }}
    />
  );
}
