import { Box, Button, CircularProgress, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { usePrintedRows, usePrinting } from '../../lib/printing.ts';
import type { LoadedList } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { Loading } from '../loading.tsx';
import { ErrorNotice } from '../page.tsx';

/** Says how many rows are not shown, or not on paper, and loads more of them, or repeats what failed. */
export function ListFooter({ list, onMore = list.loadMore }: { list: LoadedList<unknown>; onMore?: () => void }) {
  const { t, format } = useLocale('common');
  const { phase } = usePrinting();
  usePrintedRows(list);
  if (phase === 'paper') return <OnPaper list={list} />;
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
        <Typography role="status" variant="quiet" sx={{ mb: 1 }}>
          {t('notShown', {
            shown: format.number(shown),
            count: list.total,
            rest: format.number(list.total - shown),
            total: format.number(list.total),
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

/** Says on paper that a panel has more rows than its first ones. */
export function MoreThanOnPaper({ shown }: { shown: number }) {
  const { t, format } = useLocale('print');
  const { phase } = usePrinting();
  if (phase !== 'paper') return null;
  const rows = { from: format.number(1), to: format.number(shown) };
  return (
    <Typography sx={{ mt: 2 }}>
      {t('more', rows)} {t('whole')}
    </Typography>
  );
}

function OnPaper({ list }: { list: LoadedList<unknown> }) {
  const { t, format } = useLocale('print');
  const { isWhole } = usePrinting();
  const { firstIndex, items = [], hasMore, total } = list;
  if (firstIndex === 0 && !hasMore && !list.error) return null;
  const rows = {
    from: format.number(firstIndex + 1),
    to: format.number(firstIndex + items.length),
    total: format.number(total ?? 0),
  };
  return (
    <Typography sx={{ mt: 2 }}>
      {total === null ? t('more', rows) : t('rows', rows)} {list.error ? t('failed') : isWhole ? t('most') : t('whole')}
    </Typography>
  );
}

export function ShownOnly({ shown, max }: { shown: number; max: number }) {
  const { t, format } = useLocale('common');
  if (shown < max) return null;
  return (
    <Typography variant="quiet" sx={{ my: 1 }}>
      {t('shownOnly', { max: format.number(max) })}
    </Typography>
  );
}

/** In place of a list whose first page has not loaded: why, or a spinner. */
export function NotLoaded({ list }: { list: Pick<LoadedList<unknown>, 'error' | 'retry'> }) {
  return list.error ? <ErrorNotice error={list.error} onRetry={list.retry} /> : <Loading />;
}

export function LoadedView<Item>(props: { list: LoadedList<Item>; children: (items: readonly Item[]) => ReactNode }) {
  const { list } = props;
  if (list.items === undefined) return <NotLoaded list={list} />;
  return (
    <>
      {props.children(list.items)}
      <ListFooter list={list} />
    </>
  );
}
