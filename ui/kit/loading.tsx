import { Box, CircularProgress } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** Of a page that fills the screen. On paper its footer would take another sheet. */
export const FULL_HEIGHT = { minHeight: '100dvh', '@media print': { minHeight: 0 } } as const;

/** A spinner. In `Panels`, it hides the panels below. */
export function Loading({ page = false }: { page?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <Box
      role="status"
      data-loading=""
      sx={{ display: 'grid', placeItems: 'center', py: 6, ...(page ? FULL_HEIGHT : {}) }}
    >
      <CircularProgress aria-label={t('loading')} />
    </Box>
  );
}
