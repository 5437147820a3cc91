import { Box, CircularProgress } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** A spinner. In `Panels`, it hides the panels below. */
export function Loading({ page = false }: { page?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <Box
      role="status"
      data-loading=""
      sx={{ display: 'grid', placeItems: 'center', py: 6, ...(page ? { minHeight: '100dvh' } : {}) }}
    >
      <CircularProgress aria-label={t('loading')} />
    </Box>
  );
}
