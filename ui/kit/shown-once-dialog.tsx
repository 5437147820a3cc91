import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedText } from './copied-text.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

/** A dialog for content that is shown only once: only its button closes it. */
export function OnceDialog(props: { title: string; doneLabel: string; onClose: () => void; children: ReactNode }) {
  const titleId = useId();
  useRestoreFocus(true);
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{props.title}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>{props.children}</Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" onClick={props.onClose}>
          {props.doneLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Shows a key or secret once. @param props.catalogue has the texts under `shown` */
export function ShownOnceDialog(props: { secret: string; catalogue: 'api-keys' | 'webhooks'; onClose: () => void }) {
  const { secret, catalogue, onClose } = props;
  const { t } = useTranslation(catalogue);
  return (
    <OnceDialog title={t('shown.title')} doneLabel={t('shown.done')} onClose={onClose}>
      <Alert severity="warning">{t('shown.text')}</Alert>
      <CopiedText text={secret} label={t('shown.copy')} copied={t('shown.copied')} failed={t('shown.copyFailed')} />
    </OnceDialog>
  );
}
