import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Button, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogButton } from '../kit/confirm-button.tsx';
import { RequestedFile } from '../kit/files.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { PageHeader, Panel, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { callApi, isFileRequested } from '../lib/api.ts';
import { errorText } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { downloadText } from '../lib/download.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { queryKeyOf, useApi, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ChangePassword, EndSessionsDialog, useHasPassword } from './password.tsx';
import { CsvChoice, LanguageChoice, ThemeSwitch, WeeklyDigest } from './preferences.tsx';
import { ProfilePanel } from './profile.tsx';

const factorDialogs = () => import('./second-factor-dialogs.tsx');
const SetUpDialog = onDemand(async () => ({ default: (await factorDialogs()).SetUpDialog }));
const TurnOffDialog = onDemand(async () => ({ default: (await factorDialogs()).TurnOffDialog }));

function SecondFactorPanel() {
  const { t } = useLocale('account');
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
      {open === 'setUp' && <SetUpDialog onClose={close} />}
      {open === 'turnOff' && <TurnOffDialog onClose={close} />}
    </Panel>
  );
}

function Roles() {
  const { t } = useLocale('account');
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
  const { t } = useLocale('account');
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
  const { t } = useLocale('account');
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

export default function AccountPage() {
  const { t } = useLocale('account');
  const hasPassword = useHasPassword();
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
        {hasPassword && <ChangePassword />}
        <SecondFactorPanel />
        <Panel title={t('sessions.title')} subtitle={t('sessions.text')}>
          <DialogButton variant="outlined" dialog={(close) => <EndSessionsDialog onClose={close} />}>
            {t('sessions.button')}
          </DialogButton>
        </Panel>
        <DownloadData />
        <Panel title={t('delete.title')} subtitle={t('delete.text')}>
          <DialogButton variant="outlined" color="error" dialog={(close) => <DeleteDialog onClose={close} />}>
            {t('delete.open')}
          </DialogButton>
        </Panel>
      </Stack>
    </>
  );
}
