import { Alert, Button, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../lib/forms/use-form.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogShell } from './dialog-shell.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

/**
 * A form in a dialog, full screen on phones. The form validates itself, so native validation is off. While pending it
 * cannot be closed or submitted again.
 */
export function FormDialog(props: {
  title: string;
  subtitle?: string;
  submitLabel: string;
  form: Pick<Form, 'ref' | 'pending' | 'submit' | 'reset' | 'isChanged' | 'isRestored'>;
  submitDisabled?: boolean;
  wide?: boolean;
  /** The action cannot be undone. */
  destructive?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const { ref, pending, submit, reset, isChanged, isRestored } = props.form;
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  useRestoreFocus(true);
  const discard = () => {
    reset();
    props.onClose();
  };
  const close = () => {
    if (!pending) discard();
  };
  return (
    <DialogShell
      titleId={id}
      maxWidth={props.wide ? 'md' : 'sm'}
      onClose={isChanged ? () => setIsAsking(!pending) : close}
    >
      <form
        ref={ref}
        onSubmit={submit}
        noValidate
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: '1 1 auto' }}
      >
        <DialogTitle id={id} sx={{ pb: props.subtitle ? 0.5 : 2, overflowWrap: 'anywhere' }}>
          {props.title}
        </DialogTitle>
        <DialogContent>
          {props.subtitle && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2, overflowWrap: 'anywhere' }}>
              {props.subtitle}
            </Typography>
          )}
          {isRestored && (
            <Alert
              severity="info"
              action={
                <Button color="inherit" disabled={pending} onClick={reset}>
                  {t('restored.reset')}
                </Button>
              }
              sx={{ mb: 2 }}
            >
              {t('restored.text')}
            </Alert>
          )}
          {props.children}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, pt: 1.5 }}>
          <Button onClick={close} disabled={pending} color="inherit">
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={props.destructive ? 'error' : 'primary'}
            loading={pending}
            disabled={props.submitDisabled ?? false}
          >
            {props.submitLabel}
          </Button>
        </DialogActions>
      </form>
      <ConfirmDialog
        open={isAsking}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        cancelLabel={t('discard.keep')}
        destructive
        pending={false}
        onConfirm={discard}
        onClose={() => setIsAsking(false)}
      >
        {t('discard.text')}
      </ConfirmDialog>
    </DialogShell>
  );
}
