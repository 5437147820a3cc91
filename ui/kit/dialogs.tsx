import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestoreFocus } from './screen-heading.tsx';

/** A dialog that fills the screen on phones. */
export function DialogShell(props: {
  open?: boolean;
  title: string;
  subtitle?: string | undefined;
  maxWidth?: 'xs' | 'sm' | 'md';
  /** Left out: its content is no form. */
  form?: ComponentProps<'form'>;
  /** For content without controls: lets the keyboard scroll it. */
  scrollable?: boolean;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, subtitle, form } = props;
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  const id = useId();
  const content = (
    <>
      <DialogTitle id={id} sx={{ pb: subtitle ? 0.5 : 2, overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent {...(props.scrollable && { tabIndex: 0 })}>
        {subtitle && (
          <Typography variant="quiet" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {subtitle}
          </Typography>
        )}
        {props.children}
      </DialogContent>
      {props.actions && <DialogActions sx={{ px: 3, pb: 2.5, pt: form ? 1.5 : 1 }}>{props.actions}</DialogActions>}
    </>
  );
  return (
    <Dialog
      open={props.open ?? true}
      onClose={props.onClose}
      fullScreen={fullScreen}
      fullWidth
      maxWidth={props.maxWidth ?? 'sm'}
      aria-labelledby={id}
      slotProps={{ paper: { sx: fullScreen ? { borderRadius: 0 } : {} } }}
    >
      {form ? (
        <form {...form} noValidate style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: '1 1 auto' }}>
          {content}
        </form>
      ) : (
        content
      )}
    </Dialog>
  );
}

/** A dialog that shows something and has a Close button. */
export function InfoDialog(props: {
  title: string;
  subtitle: string;
  scrollable?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const close = (
    <Button onClick={props.onClose} color="inherit">
      {t('close')}
    </Button>
  );
  return <DialogShell {...props} actions={close} />;
}

export interface ConfirmProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  pending: boolean;
  lang?: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmProps) {
  const { t } = useTranslation('common');
  const id = useId();
  useRestoreFocus(props.open);
  const close = () => {
    if (!props.pending) props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      onClose={close}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      {...(props.lang ? { lang: props.lang } : {})}
    >
      <DialogTitle id={`${id}-title`}>{props.title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`} component="div">
          {props.children}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: 'wrap', rowGap: 1 }}>
        <Button onClick={close} disabled={props.pending} color="inherit">
          {props.cancelLabel ?? t('cancel')}
        </Button>
        <Button
          variant="contained"
          color={props.destructive ? 'error' : 'primary'}
          loading={props.pending}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
