import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

export default function OfflinePage() {
  const { t } = useTranslation('offline');
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ p: 4, maxWidth: 440, width: '100%', textAlign: 'center' }}>
        <CloudOffOutlined aria-hidden="true" sx={{ fontSize: 44, color: 'primary.main', mb: 1 }} />
        <Typography variant="h1">{t('page.title')}</Typography>
        <Typography sx={{ color: 'text.secondary', my: 2 }}>{t('page.text')}</Typography>
        <Stack spacing={1.5}>
          <Button variant="contained" onClick={() => window.location.reload()}>
            {t('retry')}
          </Button>
          <Button component={Link} to="/my-scans" variant="outlined">
            {t('page.codes')}
          </Button>
        </Stack>
      </Card>
    </Box>
  );
}
