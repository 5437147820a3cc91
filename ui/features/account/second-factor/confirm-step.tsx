import { Box, Link, Stack, Typography } from '@mui/material';
import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { OneTimeCodeField } from '../../../components/one-time-code-field.tsx';
import { callApi } from '../../../lib/api.ts';
import { RENEWED, sessionRenewal } from '../../../lib/session-renewal.ts';
import { AddressQr } from './address-qr.tsx';
import { factorProblem } from './factor-problem.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** Hands the secret to an authenticator, and has a code show that it has arrived. */
export function ConfirmStep(props: {
  begun: CallAnswer<typeof calls.beginSecondFactor>;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const { secret, address } = props.begun;
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const confirm = useMutation({
    mutationFn: () => callApi(calls.confirmSecondFactor, { body: { oneTimeCode: code } }),
    onSuccess: ({ recoveryCodes }) => {
      sessionRenewal.dispatchEvent(new Event(RENEWED));
      props.onConfirmed(recoveryCodes);
    },
    onError: (error) => {
      if (factorProblem(error, 'code') === 'code') field.current?.focus();
    },
  });
  return (
    <FormDialog
      open
      title={t('factor.scanTitle')}
      submitLabel={t('factor.confirm')}
      pending={confirm.isPending}
      onSubmit={confirm.mutate}
      onClose={props.onClose}
    >
      <Stack spacing={2}>
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
        <OneTimeCodeField
          label={t('factor.code')}
          digits
          inputRef={field}
          value={code}
          help={t('factor.codeHelp')}
          problem={factorProblem(confirm.error, 'code') === 'code' ? t('factor.problem.code') : null}
          onChange={(next) => {
            setCode(next);
            confirm.reset();
          }}
        />
        <ProblemNotice error={confirm.error} />
      </Stack>
    </FormDialog>
  );
}

/** As it is read out and typed. */
function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
