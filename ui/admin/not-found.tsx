import SearchOff from '@mui/icons-material/SearchOff';
import { Box, Button, Card, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';

export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ p: 4, maxWidth: 440, width: '100%', textAlign: 'center' }}>
        <SearchOff aria-hidden="true" sx={{ fontSize: 44, color: 'primary.main', mb: 1 }} />
        <Typography variant="h1">{t('notFound.title')}</Typography>
        <Typography sx={{ color: 'text.secondary', my: 2 }}>{t('notFound.text')}</Typography>
        <Button href="/" variant="contained">
          {t('notFound.home')}
        </Button>
      </Card>
    </Box>
  );
}
