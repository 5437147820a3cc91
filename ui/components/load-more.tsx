import { Box, Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { LoadedList } from '../lib/use-api.ts';
import { ErrorNotice } from './error-notice.tsx';

/** Under a long list: the rest of it, a page at a time. */
export function LoadMore({ list }: { list: LoadedList<unknown> }) {
  const { t } = useTranslation('common');
  if (list.error) return <ErrorNotice error={list.error} onRetry={list.hasMore ? list.loadMore : list.reload} />;
  if (!list.hasMore) return null;
  return (
    <Box sx={{ textAlign: 'center', mt: 2 }}>
      <Button variant="outlined" loading={list.isLoadingMore} onClick={list.loadMore}>
        {t('loadMore')}
      </Button>
    </Box>
  );
}
