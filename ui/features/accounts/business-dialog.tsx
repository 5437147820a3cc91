import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export function BusinessDialog(props: {
  open: boolean;
  pending: boolean;
  onOpenBusiness: () => void;
  onGoOnAsStaff: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['accounts', 'common']);
  const id = useId();
  const close = () => {
    if (!props.pending) props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      onClose={close}
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={id}>{t('business.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`} component="div">
          <p>{t('business.text')}</p>
          <p>{t('business.staffText')}</p>
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: 'wrap', rowGap: 1 }}>
        <Button onClick={close} disabled={props.pending} color="inherit">
          {t('common:cancel')}
        </Button>
        <Button variant="outlined" disabled={props.pending} onClick={props.onGoOnAsStaff}>
          {t('business.staff')}
        </Button>
        <Button variant="contained" loading={props.pending} onClick={props.onOpenBusiness}>
          {t('business.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
