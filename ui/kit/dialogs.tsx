import {
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestoreFocus } from './screen-heading.tsx';

/** A dialog that fills the screen on phones. `titleId` is the id of its title. */
export function DialogShell(props: {
  open?: boolean;
  titleId: string;
  maxWidth?: 'xs' | 'sm' | 'md';
  onClose: () => void;
  children: ReactNode;
}) {
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Dialog
      open={props.open ?? true}
      onClose={props.onClose}
      fullScreen={fullScreen}
      fullWidth
      maxWidth={props.maxWidth ?? 'sm'}
      aria-labelledby={props.titleId}
      slotProps={{ paper: { sx: fullScreen ? { borderRadius: 0 } : {} } }}
    >
      {props.children}
    </Dialog>
  );
}

/** A dialog that shows something and has a Close button. `after` is rendered beside the content, such as a nested dialog. */
export function InfoDialog(props: {
  title: string;
  subtitle: string;
  /** For content without controls: lets the keyboard scroll it. */
  scrollable?: boolean;
  onClose: () => void;
  after?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <DialogShell titleId={id} onClose={props.onClose}>
      <DialogTitle id={id} sx={{ pb: 0.5 }}>
        {props.title}
      </DialogTitle>
      <DialogContent {...(props.scrollable && { tabIndex: 0 })}>
        <Typography variant="quiet" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {props.subtitle}
        </Typography>
        {props.children}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={props.onClose} color="inherit">
          {t('close')}
        </Button>
      </DialogActions>
      {props.after}
    </DialogShell>
  );
}

interface ConfirmProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  /** A button for an alternative, between Cancel and Confirm. */
  otherAction?: ReactNode;
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
        {props.otherAction}
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

/** A button that asks before it sends its command. The dialog closes with the command's answer. */
export function ConfirmButton<Given = void>(
  props: Omit<ConfirmProps, 'open' | 'pending' | 'onConfirm' | 'onClose'> & {
    button: ButtonProps;
    command: Pick<UseMutationResult<unknown, Error, Given>, 'mutate' | 'isPending'>;
    given?: Given;
  },
) {
  const { button, command, given, ...dialog } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        {...dialog}
        open={isAsking}
        pending={command.isPending}
        onConfirm={() => command.mutate(given as Given, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
