import SearchOff from '@mui/icons-material/SearchOff';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './message-page.tsx';

export function NotFound() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <MessagePage icon={SearchOff} title={t('notFound.title')} text={t('notFound.text')}>
      <Button href="/" variant="contained">
        {t('notFound.home')}
      </Button>
      <Button onClick={() => window.location.reload()}>{t('common:retry')}</Button>
    </MessagePage>
  );
}
