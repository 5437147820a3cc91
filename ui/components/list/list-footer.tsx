import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import type { LoadedList } from '../../lib/use-api.ts';
import { ErrorNotice } from '../error-notice.tsx';

/** Says how many rows are not shown and loads more of them, or repeats what failed. */
export function ListFooter({ list, onMore = list.loadMore }: { list: LoadedList<unknown>; onMore?: () => void }) {
  const { t, i18n } = useTranslation('common');
  if (list.error) {
    return (
      <Box sx={{ mt: 2 }}>
        <ErrorNotice error={list.error} onRetry={list.retry} />
      </Box>
    );
  }
  if (!list.hasMore) return null;
  const shown = list.firstIndex + (list.items?.length ?? 0) + (list.shownElsewhere ?? 0);
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
      {/* Stays enabled while it loads: a disabled button loses the focus, and Tab passes over it. */}
      <Button
        variant="outlined"
        aria-busy={list.isLoadingMore}
        startIcon={list.isLoadingMore ? <CircularProgress size={16} color="inherit" aria-hidden /> : undefined}
        onClick={onMore}
      >
        {t('loadMore')}
      </Button>
    </Box>
  );
}
