import QrCodeScanner from '@mui/icons-material/QrCodeScanner';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Alert, Box, Button, Divider, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScanQrDialog } from '../../kit/camera/scan-qr-dialog.tsx';
import { EmptyCard, NextStep, Panel } from '../../kit/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.tsx';
import { useReachable } from '../../lib/connection.ts';
import { CODE_INPUT } from '../../lib/forms/fields.ts';
import { useApi } from '../../lib/use-api.ts';
import { PlanLimit } from '../../subscription/shared/plan-limit.tsx';
import {
  ANSWER_WITHIN_MS,
  type CustomerSecret,
  readCounterText,
  saveCounterDraft,
  savedCounterDraft,
  type TextProblem,
} from './counter-text.ts';

/** A till's hardware scanner types into the field as soon as the page is open. On a phone a keyboard would cover the camera button. */
const TYPES_AT_ONCE = matchMedia('(pointer: fine)').matches;

/** Step one: the customer's code, typed, pasted, from a hardware scanner or by the camera. Nothing is redeemed yet. */
export function CodeForm(props: {
  autoFocus: boolean;
  onSend: () => void;
  onAnswer: (answer: CallAnswer<typeof calls.lookUpScan>, secret: CustomerSecret) => void;
  onError: (error: Error) => void;
}) {
  const { t } = useTranslation(['counter', 'offline', 'plan-limit']);
  const codes = useApi(calls.counter, {}).data?.codes ?? 'accepted';
  const reachable = useReachable();
  const [scanning, setScanning] = useState(false);
  const [text, setText] = useState(() => savedCounterDraft().text);
  const [problem, setProblem] = useState<TextProblem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  /** The next code replaces a refused one. */
  const selectRefused = () => {
    if (document.activeElement === field.current) field.current?.select();
  };
  const lookUp = useMutation({
    mutationFn: (secret: CustomerSecret) =>
      callApi(calls.lookUpScan, { body: secret }, { answerWithinMs: ANSWER_WITHIN_MS }),
    onSuccess: props.onAnswer,
    onError: props.onError,
    onSettled: selectRefused,
  });
  const blocked = lookUp.isPending || !reachable;

  /** Typed text has a field that shows its problem; a scanned one has none. */
  const read = (given: string, onProblem: (found: TextProblem) => void) => {
    props.onSend();
    const found = readCounterText(given);
    if ('problem' in found) onProblem(found.problem);
    else lookUp.mutate(found);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked) return;
    read(text, (found) => {
      setProblem(found);
      selectRefused();
    });
  };
  const scanned = (given: string) => {
    setScanning(false);
    read(given, (found) => props.onError(new Error(t(`form.problem.${found}`))));
  };
  if (codes === 'no_site') return <NoSite />;
  return (
    <Panel title={t('form.title')}>
      {!reachable && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {t('offline:staff')}
        </Alert>
      )}
      {codes === 'not_in_plan' && <PlanLimit text={t('plan-limit:counter')} />}
      {codes === 'switched_off' && <Alert severity="info">{t('plan-limit:switchedOff')}</Alert>}
      {codes === 'accepted' && (
        <form onSubmit={submit} noValidate>
          <Stack spacing={2.5}>
            <TextField
              name="redemptionCode"
              label={t('form.code')}
              placeholder="ABC-123"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                saveCounterDraft({ text: target.value, saleAmount: '' });
                setProblem(null);
              }}
              error={problem !== null}
              helperText={problem === null ? t('form.codeHelp') : t(`form.problem.${problem}`)}
              autoFocus={props.autoFocus || TYPES_AT_ONCE}
              inputRef={field}
              autoComplete="off"
              slotProps={{
                htmlInput: {
                  ...CODE_INPUT,
                  // Only shown in capitals: a token from a hardware scanner stays as it is.
                  style: {
                    fontFamily: 'monospace',
                    fontSize: '1.5rem',
                    letterSpacing: '0.12em',
                    textAlign: 'center',
                    textTransform: 'uppercase',
                  },
                },
                inputLabel: { shrink: true },
              }}
            />
            <Button
              type="submit"
              variant="contained"
              size="large"
              loading={lookUp.isPending}
              disabled={text.trim() === '' || blocked}
            >
              {t('form.validate')}
            </Button>
          </Stack>
        </form>
      )}
      {codes === 'accepted' ? (
        <Divider sx={{ my: 2.5, color: 'text.secondary' }}>{t('form.or')}</Divider>
      ) : (
        <Box sx={{ height: 20 }} />
      )}
      <Button
        fullWidth
        variant="outlined"
        size="large"
        disabled={blocked}
        onClick={() => setScanning(true)}
        sx={{ py: 1.5 }}
      >
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
          <QrCodeScanner />
          <Box sx={{ textAlign: 'left' }}>
            <span>{t('form.scan')}</span>
            <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {t('form.scanHint')}
            </Typography>
          </Box>
        </Stack>
      </Button>
      <ScanQrDialog open={scanning} onClose={() => setScanning(false)} onDecoded={scanned} onTyped={scanned} />
    </Panel>
  );
}

function NoSite() {
  const { t } = useTranslation('counter');
  const isOwner = useAuth().role === 'site_owner';
  return (
    <EmptyCard
      icon={<StorefrontOutlined />}
      title={t('noSite.title')}
      text={t(isOwner ? 'noSite.owner' : 'noSite.staff')}
      action={isOwner && <NextStep step="createSite" />}
    />
  );
}
