import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../kit/page.tsx';
import { MessagePage } from './message-page.tsx';

export default function OfflinePage() {
  const { t } = useTranslation('offline');
  return (
    <MessagePage icon={CloudOffOutlined} title={t('page.title')} text={t('page.text')}>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t('retry')}
      </Button>
      <LinkButton to="/my-scans">{t('page.codes')}</LinkButton>
    </MessagePage>
  );
}
