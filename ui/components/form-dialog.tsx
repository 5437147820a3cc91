import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography, useMediaQuery } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../lib/forms/use-form.ts';
import { useFocusKept } from './use-focus-kept.ts';

/**
 * A form in a dialog, over the whole screen on a phone. The form checks itself, so the browser's own checks are off.
 * While it is pending it cannot be closed or sent twice.
 */
export function FormDialog(props: {
  open: boolean;
  title: string;
  subtitle?: string;
  submitLabel: string;
  form: Pick<Form, 'ref' | 'pending' | 'submit'>;
  submitDisabled?: boolean;
  wide?: boolean;
  /** What is submitted cannot be taken back. */
  destructive?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  const { ref, pending, submit } = props.form;
  const id = useId();
  useFocusKept(props.open);
  const close = () => {
    if (!pending) props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      onClose={close}
      fullScreen={fullScreen}
      fullWidth
      maxWidth={props.wide ? 'md' : 'sm'}
      aria-labelledby={id}
      slotProps={{ paper: { sx: fullScreen ? { borderRadius: 0 } : {} } }}
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
    </Dialog>
  );
}
