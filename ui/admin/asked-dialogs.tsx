import { Button, Typography } from '@mui/material';
import type { RoleInfo } from '@perktree/contracts/account/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentPasswordField } from '../account/password.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { FormDialog } from '../kit/form/form.tsx';
import { OneTimeCodeField } from '../kit/form/one-time-code-field.tsx';
import { callApi, getJson } from '../lib/api.ts';
import { logInAgain, useAuth } from '../lib/auth.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { RENEWED, sessionRenewal } from '../lib/live-stream.ts';
import { loginHere } from '../lib/public/login.ts';
import { useApi } from '../lib/use-api.ts';

/** Asks for the password, or for a code where the account has a second factor, before a sensitive call is repeated. */
export function ProofDialog({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const { t } = useTranslation('proof');
  const factor = useApi(calls.secondFactor, {});
  const [byCode, setByCode] = useState(false);
  const form = useForm({
    fields: { currentPassword: 'secret', oneTimeCode: 'text' },
    call: calls.confirmIdentity,
    body: ({ currentPassword, oneTimeCode }) => (byCode ? { oneTimeCode } : { currentPassword }),
    refusals: {
      WRONG_CREDENTIALS: ['currentPassword', t('wrongPassword')],
      WRONG_ONE_TIME_CODE: ['oneTimeCode', t('wrongCode')],
    },
    onSuccess: () => onEnd(true),
  });
  return (
    <FormDialog title={t('title')} submitLabel={t('submit')} form={form} onClose={() => onEnd(false)}>
      <Typography variant="body2">{t('text')}</Typography>
      {byCode ? (
        <OneTimeCodeField form={form} label={t('code')} digits={false} helperText={t('codeHelp')} />
      ) : (
        <CurrentPasswordField form={form} name="currentPassword" label={t('password')} autoFocus />
      )}
      {factor.data?.state === 'on' && (
        <Button size="small" onClick={() => setByCode(!byCode)} sx={{ alignSelf: 'flex-start' }}>
          {t(byCode ? 'usePassword' : 'useCode')}
        </Button>
      )}
    </FormDialog>
  );
}

/** Before a sensitive call of an account without a password, which proves who it is by a new login alone. */
export function FreshLoginDialog({ onEnd }: { onEnd: (isRepeated: boolean) => void }) {
  const { t } = useTranslation('proof');
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    logInAgain();
  };
  return (
    <ConfirmDialog
      open
      title={t('title')}
      confirmLabel={t('freshLogin.submit')}
      pending={isLeaving}
      onConfirm={leave}
      onClose={() => onEnd(false)}
    >
      {t('freshLogin.text')}
    </ConfirmDialog>
  );
}

/** After the session has ended: logs in to the same account and role over the page, so that its work continues. */
export function NewLoginDialog({ onEnd }: { onEnd: (isRepeated: boolean) => void }) {
  const { t } = useTranslation('proof');
  const client = useQueryClient();
  const { user, role } = useAuth();
  const email = user?.email ?? '';
  const form = useForm({
    fields: { password: 'secret', oneTimeCode: 'text' },
    call: calls.login,
    body: ({ password, oneTimeCode }) => ({ email, password, ...(oneTimeCode && { oneTimeCode }) }),
    async send(request) {
      const answer = await callApi(calls.login, request);
      // Not by callApi, which would wait for this dialog where the browser refuses the session's cookie.
      const held = (await getJson(calls.userRole.path)) as RoleInfo;
      if (role !== null && held.role !== role) await callApi(calls.switchRole, { body: { role } });
      return answer;
    },
    refusals: {
      WRONG_CREDENTIALS: ['password', t('wrongPassword')],
      WRONG_ONE_TIME_CODE: ['oneTimeCode', t('wrongCode')],
      SECOND_FACTOR_REQUIRED: ['oneTimeCode', t('newLogin.needsCode')],
    },
    onSuccess() {
      sessionRenewal.dispatchEvent(new Event(RENEWED));
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      onEnd(true);
    },
  });
  const needsCode = form.error('oneTimeCode') !== undefined || form.typed.oneTimeCode !== '';
  return (
    <FormDialog title={t('newLogin.title')} submitLabel={t('newLogin.submit')} form={form} onClose={() => onEnd(false)}>
      <Typography variant="body2">{t('newLogin.text')}</Typography>
      <Typography>{email}</Typography>
      <CurrentPasswordField form={form} name="password" label={t('password')} autoFocus />
      {needsCode && <OneTimeCodeField form={form} label={t('code')} digits={false} helperText={t('codeHelp')} />}
      <Button size="small" href={loginHere()} sx={{ alignSelf: 'flex-start' }}>
        {t('newLogin.otherWay')}
      </Button>
    </FormDialog>
  );
}
