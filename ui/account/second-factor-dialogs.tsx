import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import { Alert, Box, Button, Link, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../kit/form/form.tsx';
import { OneTimeCodeField } from '../kit/form/one-time-code-field.tsx';
import { AddressQr, OnceDialog } from '../kit/shown-once-dialog.tsx';
import { useCopy } from '../lib/clipboard.ts';
import { downloadText } from '../lib/download.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { RENEWED, sessionRenewal } from '../lib/live-stream.ts';
import { CurrentPasswordField } from './password.tsx';

type SecondFactorSetup = CallAnswer<typeof calls.beginSecondFactor>;

function ConfirmStep(props: {
  begun: SecondFactorSetup;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const { secret, address } = props.begun;
  const form = useForm({
    fields: { oneTimeCode: 'text' },
    call: calls.confirmSecondFactor,
    body: (values) => values,
    refusals: { WRONG_ONE_TIME_CODE: ['oneTimeCode', t('factor.wrongCode')] },
    onSuccess: ({ recoveryCodes }) => {
      sessionRenewal.dispatchEvent(new Event(RENEWED));
      props.onConfirmed(recoveryCodes);
    },
  });
  return (
    <FormDialog title={t('factor.scanTitle')} submitLabel={t('factor.confirm')} form={form} onClose={props.onClose}>
      <Typography variant="body2">{t('factor.scan')}</Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: 'center' }}>
        <AddressQr address={address} label={t('factor.qr')} />
        <Stack spacing={1} sx={{ minWidth: 0 }}>
          <Typography variant="body2">{t('factor.byHand')}</Typography>
          <Box component="output" aria-label={t('factor.secret')} sx={{ fontFamily: 'monospace', fontWeight: 700 }}>
            {inGroups(secret)}
          </Box>
          <Link href={address} variant="body2" sx={{ display: 'inline-block', py: 1.5 }}>
            {t('factor.sameDevice')}
          </Link>
        </Stack>
      </Stack>
      <OneTimeCodeField form={form} label={t('factor.code')} digits helperText={t('factor.codeHelp')} />
    </FormDialog>
  );
}

function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

/** Requires the password, so that a person who finds an open session cannot set up a factor that its owner lacks. */
function PasswordStep(props: { onBegun: (begun: SecondFactorSetup) => void; onClose: () => void }) {
  const { t } = useTranslation('account');
  const form = useForm({
    fields: { currentPassword: 'secret' },
    call: calls.beginSecondFactor,
    body: (values) => values,
    refusals: { WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')] },
    onSuccess: props.onBegun,
  });
  return (
    <FormDialog title={t('factor.setUp')} submitLabel={t('factor.next')} form={form} onClose={props.onClose}>
      <Typography variant="body2">{t('factor.needed')}</Typography>
      <CurrentPasswordField form={form} name="currentPassword" label={t('factor.password')} autoFocus />
    </FormDialog>
  );
}

function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  const copy = useCopy();
  const text = `${codes.join('\n')}\n`;
  const save = () => downloadText(text, fileName([t('factor.file')], 'txt'), 'text/plain');
  return (
    <OnceDialog title={t('factor.codesTitle')} doneLabel={t('factor.kept')} onClose={onClose}>
      <Alert severity="success">{t('factor.done')}</Alert>
      <Typography variant="body2">{t('factor.codesText')}</Typography>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', fontFamily: 'monospace', fontSize: '0.875rem', fontWeight: 700 }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<ContentCopy />}
          onClick={() => copy(text, { title: t('factor.copied') }, { title: t('factor.copyFailed') })}
        >
          {t('factor.copy')}
        </Button>
        <Button variant="outlined" startIcon={<Download />} onClick={save}>
          {t('factor.download')}
        </Button>
      </Stack>
    </OnceDialog>
  );
}

export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<SecondFactorSetup | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  if (recoveryCodes !== null) return <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />;
  if (begun !== null) return <ConfirmStep begun={begun} onConfirmed={setRecoveryCodes} onClose={onClose} />;
  return <PasswordStep onBegun={setBegun} onClose={onClose} />;
}

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const form = useForm({
    fields: { currentPassword: 'secret', oneTimeCode: 'text' },
    call: calls.turnOffSecondFactor,
    body: (values) => values,
    refusals: {
      WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')],
      WRONG_ONE_TIME_CODE: ['oneTimeCode', t('factor.wrongCode')],
    },
    done: () => ({ title: t('factor.off') }),
    onSuccess: onClose,
  });
  return (
    <FormDialog title={t('factor.turnOff')} submitLabel={t('factor.turnOff')} destructive form={form} onClose={onClose}>
      <Typography variant="body2">{t('factor.turnOffText')}</Typography>
      <CurrentPasswordField form={form} name="currentPassword" label={t('factor.password')} autoFocus />
      <OneTimeCodeField form={form} label={t('factor.anyCode')} digits={false} helperText={t('factor.anyCodeHelp')} />
    </FormDialog>
  );
}
