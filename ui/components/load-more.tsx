import { Box, Button, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format.ts';
import type { LoadedList } from '../lib/use-api.ts';
import { ErrorNotice } from './error-notice.tsx';

/** Under a long list: the rest of it, a page at a time. */
export function LoadMore({ list }: { list: LoadedList<unknown> }) {
  const { t, i18n } = useTranslation('common');
  if (list.error) return <ErrorNotice error={list.error} onRetry={list.hasMore ? list.loadMore : list.reload} />;
  if (!list.hasMore) return null;
  const shown = list.items?.length ?? 0;
  return (
    <Box sx={{ textAlign: 'center', mt: 2 }}>
      {list.total !== null && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          {t('notShown', {
            shown: formatNumber(shown, i18n.language),
            count: list.total,
            rest: formatNumber(list.total - shown, i18n.language),
            total: formatNumber(list.total, i18n.language),
          })}
        </Typography>
      )}
      <Button variant="outlined" loading={list.isLoadingMore} onClick={list.loadMore}>
        {t('loadMore')}
      </Button>
    </Box>
  );
}
