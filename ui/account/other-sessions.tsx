import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/panel.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';

export function OtherSessions() {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  return (
    <Panel title={t('sessions.title')} subtitle={t('sessions.text')}>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('sessions.button')}
      </Button>
      {open && <EndSessionsDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}
