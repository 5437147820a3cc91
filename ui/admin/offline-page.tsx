import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MessagePage } from './message-page.tsx';

export default function OfflinePage() {
  const { t } = useTranslation('offline');
  return (
    <MessagePage icon={CloudOffOutlined} title={t('page.title')} text={t('page.text')}>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t('retry')}
      </Button>
      <Button component={Link} to="/my-scans" variant="outlined">
        {t('page.codes')}
      </Button>
    </MessagePage>
  );
}
