import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/panel.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

export function DeleteAccount() {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  return (
    <Panel title={t('delete.title')} subtitle={t('delete.text')}>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('delete.open')}
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}
