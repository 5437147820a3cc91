import { Alert, FormControlLabel, FormHelperText, Switch, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@perktree/contracts/kernel/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/page.tsx';
import { callApi } from '../lib/api.ts';
import { errorText } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { setLanguage } from '../lib/i18n.ts';
import { queryKeyOf, useApi } from '../lib/use-api.ts';

/** Turns the weekly digest on and off, for owners and distributors. */
export function WeeklyDigest() {
  const { user, allRoles } = useAuth();
  const isOffered = allRoles.includes('site_owner') || allRoles.includes('distributor');
  return user !== null && isOffered ? <DigestPanel isVerified={user.emailVerified === true} /> : null;
}

function DigestPanel({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('account');
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
      <FormControlLabel
        control={
          <Switch
            checked={change.isPending ? change.variables : isOn}
            // An active digest can always be turned off.
            disabled={digest.data === undefined || (hint !== null && !isOn)}
            // A disabled switch would lose the focus, so presses during a change are ignored.
            onChange={(event) => !change.isPending && change.mutate(event.target.checked)}
            slotProps={{ input: hint === null ? {} : { 'aria-describedby': 'weekly-digest-hint' } }}
          />
        }
        label={t('digest.label')}
        sx={{ minHeight: 44 }}
      />
      {hint !== null && <FormHelperText id="weekly-digest-hint">{hint}</FormHelperText>}
      {error && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {errorText(error)}
        </Alert>
      )}
    </Panel>
  );
}

export function LanguageChoice() {
  const { t, i18n } = useTranslation('common');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={i18n.language}
      aria-label={t('userMenu.language')}
      onChange={(_, language: Language | null) => language && void setLanguage(language)}
    >
      {LANGUAGES.map((language) => (
        <ToggleButton
          key={language}
          value={language}
          lang={language}
          sx={{ minHeight: 44, px: 2, textTransform: 'none' }}
        >
          {LANGUAGE_NAMES[language]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
