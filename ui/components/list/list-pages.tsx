import { Button, Stack, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { NothingFound } from './nothing-found.tsx';
import type { List } from './use-list.ts';

/** Under a list: how much of it there is, and its other pages; in its place a word where nothing of it matches. */
export function ListPages({ list }: { list: List<unknown> }) {
  const { t } = useTranslation('list');
  const { page } = list.state;
  if (list.found.length === 0) return <NothingFound />;
  if (list.pages === 1 && !list.isFiltering) return null;
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ mt: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography role="status" variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
        {t('found', { count: list.found.length })}
        {list.pages > 1 && ` · ${t('page', { page, pages: list.pages })}`}
      </Typography>
      {list.pages > 1 && (
        <>
          <Button disabled={page === 1} onClick={() => list.change({ page: page - 1 })}>
            {t('previous')}
          </Button>
          <Button disabled={page === list.pages} onClick={() => list.change({ page: page + 1 })}>
            {t('next')}
          </Button>
        </>
      )}
    </Stack>
  );
}
