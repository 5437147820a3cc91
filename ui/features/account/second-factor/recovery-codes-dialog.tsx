import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestoreFocus } from '../../../components/use-restore-focus.ts';
import { copyText } from '../../../lib/clipboard.ts';
import { downloadText, fileNameOf } from '../../../lib/download.ts';
import { useToast } from '../../../lib/toast.tsx';

/** The codes are shown once, so only the dialog's button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const titleId = useId();
  useRestoreFocus(true);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await copyText(text);
      toast({ title: t('factor.copied') });
    } catch {
      toast({ title: t('factor.copyFailed'), variant: 'destructive' });
    }
  };
  const save = () => downloadText(text, fileNameOf([t('factor.file')], 'txt'), 'text/plain');
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('factor.codesTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
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
            <Button variant="outlined" startIcon={<ContentCopy />} onClick={copy}>
              {t('factor.copy')}
            </Button>
            <Button variant="outlined" startIcon={<Download />} onClick={save}>
              {t('factor.download')}
            </Button>
          </Stack>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" onClick={onClose}>
          {t('factor.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
