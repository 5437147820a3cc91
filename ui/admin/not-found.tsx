import SearchOff from '@mui/icons-material/SearchOff';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ScreenHeading } from '../components/screen-heading.tsx';
import { useAuth } from '../lib/auth.tsx';
import { lastRequestId } from '../lib/last-request.ts';

export function NotFound() {
  const { t } = useTranslation(['shell', 'common']);
  // Drawn anew once it is known who is signed in: that is the page's first request.
  useAuth();
  const requestId = lastRequestId();
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
        {requestId && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 2, overflowWrap: 'anywhere' }}>
            {t('common:error.requestId', { id: requestId })}
          </Typography>
        )}
      </Card>
    </Box>
  );
}
