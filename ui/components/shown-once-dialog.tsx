import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedText } from './copied-text.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

/**
 * A key or secret that is shown once, so only the dialog's button closes it.
 * @param props.catalogue has its texts under `shown`
 */
export function ShownOnceDialog(props: { secret: string; catalogue: 'api-keys' | 'webhooks'; onClose: () => void }) {
  const { secret, catalogue, onClose } = props;
  const { t } = useTranslation(catalogue);
  const titleId = useId();
  useRestoreFocus(true);
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('shown.title')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity="warning">{t('shown.text')}</Alert>
          <CopiedText text={secret} label={t('shown.copy')} copied={t('shown.copied')} failed={t('shown.copyFailed')} />
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
