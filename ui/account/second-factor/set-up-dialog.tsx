import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnceDialog } from '../../kit/shown-once-dialog.tsx';
import { downloadText } from '../../lib/download.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { PasswordStep } from './password-step.tsx';

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

type SecondFactorSetup = CallAnswer<typeof calls.beginSecondFactor>;

export default function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<SecondFactorSetup | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  if (recoveryCodes !== null) return <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />;
  if (begun !== null) return <ConfirmStep begun={begun} onConfirmed={setRecoveryCodes} onClose={onClose} />;
  return <PasswordStep onBegun={setBegun} onClose={onClose} />;
}
