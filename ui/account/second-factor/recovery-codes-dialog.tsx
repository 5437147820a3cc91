import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { OnceDialog } from '../../kit/shown-once-dialog.tsx';
import { downloadText, fileNameOf } from '../../lib/download.ts';
import { useCopy } from '../../lib/use-copy.ts';

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  const copy = useCopy();
  const text = `${codes.join('\n')}\n`;
  const save = () => downloadText(text, fileNameOf([t('factor.file')], 'txt'), 'text/plain');
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
