import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography, useMediaQuery } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

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
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2, overflowWrap: 'anywhere' }}>
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
