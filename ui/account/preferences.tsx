import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import SettingsBrightnessOutlined from '@mui/icons-material/SettingsBrightnessOutlined';
import { FormHelperText, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/catalogue/calls';
import { CSV_FORMATS, type CsvFormat } from '@perktree/contracts/kernel/csv';
import { LANGUAGE_NAMES, LANGUAGES } from '@perktree/contracts/kernel/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SwitchField } from '../kit/form/check-field.tsx';
import { FailureAlert, Panel } from '../kit/page.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { csvFormat, saveCsvFormat } from '../lib/download.ts';
import { setLanguage } from '../lib/i18n.ts';
import { saveTheme, THEME_CHOICES, type ThemeChoice } from '../lib/theme-choice.ts';
import { queryKeyOf, useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

/** Turns the weekly digest on and off, for owners and distributors. */
export function WeeklyDigest() {
  const { user, allRoles } = useAuth();
  const isOffered = allRoles.includes('site_owner') || allRoles.includes('distributor');
  return user !== null && isOffered ? <DigestPanel isVerified={user.emailVerified === true} /> : null;
}

function DigestPanel({ isVerified }: { isVerified: boolean }) {
  const { t } = useLocale('account');
  const client = useQueryClient();
  const methods = useApi(calls.signInMethods, {});
  const digest = useApi(calls.weeklyDigest, {});
  const change = useMutation({
    mutationFn: (isOn: boolean) => callApi(calls.setWeeklyDigest, { body: { isOn } }),
    onSuccess: (answer) => client.setQueryData(queryKeyOf(calls.weeklyDigest, {}), answer),
  });
  const error = change.error ?? digest.error;
  const isOn = digest.data?.isOn === true;
  const hasMail = methods.data?.mail !== false;
  const hint = hasMail ? (isVerified ? null : t('digest.unverified')) : t('digest.noMail');
  return (
    <Panel title={t('digest.title')} subtitle={t('digest.text')}>
      <SwitchField
        label={t('digest.label')}
        checked={change.isPending ? change.variables : isOn}
        // An active digest can always be turned off.
        disabled={digest.data === undefined || (hint !== null && !isOn)}
        // A disabled switch would lose the focus, so presses during a change are ignored.
        onChange={(on) => !change.isPending && change.mutate(on)}
        slotProps={{ input: hint === null ? {} : { 'aria-describedby': 'weekly-digest-hint' } }}
      />
      {hint !== null && <FormHelperText id="weekly-digest-hint">{hint}</FormHelperText>}
      <FailureAlert error={error} sx={{ mt: 1.5 }} />
    </Panel>
  );
}

/** A row of buttons of which one is pressed. */
function Choice<V extends string>(props: {
  label: string;
  value: V;
  values: readonly V[];
  onChoose: (value: V) => unknown;
  children: (value: V) => ReactNode;
}) {
  const { label, value, onChoose } = props;
  const choose = (chosen: V | null) => chosen !== null && onChoose(chosen);
  return (
    <ToggleButtonGroup exclusive size="small" value={value} aria-label={label} onChange={(_, chosen) => choose(chosen)}>
      {props.values.map((one) => (
        <ToggleButton key={one} value={one} sx={{ px: { xs: 1.5, sm: 2 }, gap: 1, textTransform: 'none' }}>
          {props.children(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

export function LanguageChoice() {
  const { t, language } = useLocale('common');
  return (
    <Choice label={t('userMenu.language')} value={language} values={LANGUAGES} onChoose={setLanguage}>
      {(one) => <span lang={one}>{LANGUAGE_NAMES[one]}</span>}
    </Choice>
  );
}

const ICONS = { light: LightModeOutlined, dark: DarkModeOutlined, system: SettingsBrightnessOutlined };

export function ThemeSwitch() {
  const { t } = useLocale('common');
  const { mode, setMode } = useColorScheme();
  const choose = (choice: ThemeChoice) => {
    setMode(choice);
    saveTheme(choice);
  };
  return (
    <Choice label={t('theme.label')} value={mode ?? 'system'} values={THEME_CHOICES} onChoose={choose}>
      {(choice) => {
        const Icon = ICONS[choice];
        return (
          <>
            <Icon aria-hidden="true" fontSize="small" sx={{ display: { xs: 'none', sm: 'block' } }} />
            {t(`theme.${choice}`)}
          </>
        );
      }}
    </Choice>
  );
}

/** Chooses the separators of CSV files on this device. */
export function CsvChoice() {
  const { t, language } = useLocale('account');
  const [chosen, setChosen] = useState<CsvFormat | null>(null);
  const choose = (format: CsvFormat) => {
    saveCsvFormat(format);
    setChosen(format);
  };
  return (
    <Choice label={t('csv.title')} value={chosen ?? csvFormat(language)} values={CSV_FORMATS} onChoose={choose}>
      {(format) => t(`csv.${format}`)}
    </Choice>
  );
}
