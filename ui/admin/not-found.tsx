import SearchOff from '@mui/icons-material/SearchOff';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ScreenHeading } from '../components/screen-heading.tsx';

export function NotFound() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ p: 4, maxWidth: 440, width: '100%', textAlign: 'center' }}>
        <SearchOff aria-hidden="true" sx={{ fontSize: 44, color: 'primary.main', mb: 1 }} />
        <ScreenHeading title={t('notFound.title')} />
        <Typography sx={{ color: 'text.secondary', my: 2 }}>{t('notFound.text')}</Typography>
        <Stack spacing={1.5}>
          <Button href="/" variant="contained">
            {t('notFound.home')}
          </Button>
          <Button onClick={() => window.location.reload()}>{t('common:retry')}</Button>
        </Stack>
      </Card>
    </Box>
  );
}
