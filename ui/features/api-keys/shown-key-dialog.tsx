import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedText } from '../../components/copied-text.tsx';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';

/** The key is shown once, so only the dialog's button closes it. */
export function ShownKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const titleId = useId();
  useRestoreFocus(true);
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('shown.title')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity="warning">{t('shown.text')}</Alert>
          <CopiedText text={apiKey} label={t('shown.copy')} copied={t('shown.copied')} failed={t('shown.copyFailed')} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" onClick={onClose}>
          {t('shown.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
