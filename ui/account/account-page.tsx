import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import SettingsBrightnessOutlined from '@mui/icons-material/SettingsBrightnessOutlined';
import { Alert, Button, ListItemText, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/catalogue/calls';
import { CSV_FORMATS, type CsvFormat } from '@perktree/contracts/kernel/csv';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestedFile } from '../kit/files.tsx';
import { PageHeader, Panel, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { callApi, isFileRequested } from '../lib/api.ts';
import { errorText } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { csvFormat, downloadText, saveCsvFormat } from '../lib/download.ts';
import { saveTheme, THEME_CHOICES, type ThemeChoice } from '../lib/theme-choice.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { queryKeyOf, useApi } from '../lib/use-api.ts';
import { useCommand } from '../lib/use-command.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ChangePassword, EndSessionsDialog } from './password.tsx';
import { LanguageChoice, WeeklyDigest } from './preferences.tsx';
import { ProfilePanel } from './profile.tsx';

const ICONS = { light: LightModeOutlined, dark: DarkModeOutlined, system: SettingsBrightnessOutlined };

function ThemeSwitch() {
  const { t } = useTranslation('common');
  const { mode, setMode } = useColorScheme();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode ?? 'system'}
      aria-label={t('theme.label')}
      onChange={(_, choice: ThemeChoice | null) => {
        if (choice === null) return;
        setMode(choice);
        saveTheme(choice);
      }}
    >
      {THEME_CHOICES.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <ToggleButton
            key={choice}
            value={choice}
            sx={{ minHeight: 44, px: { xs: 1.5, sm: 2 }, gap: 1, textTransform: 'none' }}
          >
            <Icon aria-hidden="true" fontSize="small" sx={{ display: { xs: 'none', sm: 'block' } }} />
            {t(`theme.${choice}`)}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

const factorDialogs = () => import('./second-factor-dialogs.tsx');
const SetUpDialog = lazy(async () => ({ default: (await factorDialogs()).SetUpDialog }));
const TurnOffDialog = lazy(async () => ({ default: (await factorDialogs()).TurnOffDialog }));

function SecondFactorPanel() {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  // Own state: the server's state already changes while the last set-up dialog is open.
  const [open, setOpen] = useState<'setUp' | 'turnOff' | null>(null);
  // Another window may have changed it.
  const factor = useApi(calls.secondFactor, {}, { refetchOnMount: 'always' });
  if (factor.isPending || factor.data?.state === 'unavailable') return null;
  const close = () => {
    setOpen(null);
    void queries.invalidateQueries({ queryKey: queryKeyOf(calls.secondFactor) });
  };
  return (
    <Panel title={t('factor.title')} subtitle={t('factor.text')}>
      <QueryView query={factor}>
        {({ state, recoveryCodesLeft }) => {
          const isOn = state === 'on';
          const next = isOn ? 'turnOff' : 'setUp';
          return (
            <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
              {isOn && <Typography>{t('factor.on', { count: recoveryCodesLeft })}</Typography>}
              <Button variant="outlined" color={isOn ? 'error' : 'primary'} onClick={() => setOpen(next)}>
                {t(`factor.${next}`)}
              </Button>
            </Stack>
          );
        }}
      </QueryView>
      <Suspense fallback={null}>
        {open === 'setUp' && <SetUpDialog onClose={close} />}
        {open === 'turnOff' && <TurnOffDialog onClose={close} />}
      </Suspense>
    </Panel>
  );
}

function Roles() {
  const { t } = useTranslation('account');
  const { role, allRoles, switchRole } = useAuth();
  const change = useCommand({ send: (to: Role) => switchRole(to), failed: t('common:userMenu.switchFailed') });
  return (
    <Panel title={t('roles.title')} subtitle={allRoles.length > 1 ? t('roles.text') : undefined}>
      <Rows items={allRoles} keyOf={String} sx={{ gap: 2, minHeight: 60 }}>
        {(held) => (
          <>
            <ListItemText primary={t(`common:role.${held}`)} secondary={t(`roles.of.${held}`)} />
            {held === role ? (
              <StatusBadge tone="good" label={t('roles.active')} />
            ) : (
              <Button
                variant="outlined"
                aria-label={t('common:userMenu.switchTo', { role: t(`common:role.${held}`) })}
                loading={change.isPending && change.variables === held}
                disabled={change.isPending}
                onClick={() => change.mutate(held)}
                sx={{ flex: 'none' }}
              >
                {t('roles.switch')}
              </Button>
            )}
          </>
        )}
      </Rows>
    </Panel>
  );
}

function DownloadData() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const load = useMutation({
    mutationFn: () => callApi(calls.exportOwnData, {}),
    onSuccess: (data) => {
      if (isFileRequested(data)) return;
      const name = fileName([t('data.file'), data.exportedAt.slice(0, 10)], 'json');
      downloadText(JSON.stringify(data, null, 2), name, 'application/json');
      toast({ title: t('data.done'), description: name });
    },
    onError: failureToast(toast, t('data.failed')),
  });
  return (
    <Panel title={t('data.title')} subtitle={t('data.text')}>
      <Button
        variant="outlined"
        startIcon={<FileDownloadOutlined />}
        loading={load.isPending}
        loadingPosition="start"
        onClick={() => load.mutate()}
      >
        {t('data.button')}
      </Button>
      {load.data && isFileRequested(load.data) && <RequestedFile fileId={load.data.file.id} />}
    </Panel>
  );
}

/** Says that the address is not verified, where the installation sends mail. */
function UnverifiedEmail() {
  const { t } = useTranslation('account');
  const { user } = useAuth();
  const methods = useApi(calls.signInMethods, {});
  const send = useMutation({ mutationFn: () => callApi(calls.resendVerification, { body: {} }) });
  if (user === null || user.emailVerified !== false || !methods.data?.mail) return null;
  if (send.isSuccess) {
    return (
      <Alert severity="success" role="status">
        {t('unverified.sent')}
      </Alert>
    );
  }
  return (
    <Alert
      severity="warning"
      sx={{ flexWrap: 'wrap' }}
      action={
        <Button color="inherit" loading={send.isPending} onClick={() => send.mutate()}>
          {t('unverified.send')}
        </Button>
      }
    >
      {send.error ? errorText(send.error) : t('unverified.text')}
    </Alert>
  );
}

/** Chooses the separators of CSV files on this device. */
function CsvChoice() {
  const { t, i18n } = useTranslation('account');
  const [chosen, setChosen] = useState<CsvFormat | null>(null);
  const choose = (format: CsvFormat) => {
    saveCsvFormat(format);
    setChosen(format);
  };
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={chosen ?? csvFormat(i18n.language)}
      aria-label={t('csv.title')}
      onChange={(_, format: CsvFormat | null) => format && choose(format)}
    >
      {CSV_FORMATS.map((format) => (
        <ToggleButton key={format} value={format} sx={{ minHeight: 44, px: 2, textTransform: 'none' }}>
          {t(`csv.${format}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function OtherSessions() {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  return (
    <Panel title={t('sessions.title')} subtitle={t('sessions.text')}>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('sessions.button')}
      </Button>
      {open && <EndSessionsDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function DeleteAccount() {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  return (
    <Panel title={t('delete.title')} subtitle={t('delete.text')}>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('delete.open')}
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}

export default function AccountPage() {
  const { t } = useTranslation('account');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Stack spacing={{ xs: 2, sm: 3 }} sx={{ maxWidth: 760 }}>
        <UnverifiedEmail />
        <ProfilePanel />
        <Roles />
        <Panel title={t('language.title')} subtitle={t('language.text')}>
          <LanguageChoice />
        </Panel>
        <Panel title={t('theme.title')} subtitle={t('theme.text')}>
          <ThemeSwitch />
        </Panel>
        <Panel title={t('csv.title')} subtitle={t('csv.text')}>
          <CsvChoice />
        </Panel>
        <WeeklyDigest />
        <ChangePassword />
        <SecondFactorPanel />
        <OtherSessions />
        <DownloadData />
        <DeleteAccount />
      </Stack>
    </>
  );
}
