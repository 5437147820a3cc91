import { Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { NothingFound } from '../empty-state.tsx';
import { NotLoaded } from '../loaded-view.tsx';
import { ListBar } from './list-bar.tsx';
import type { TreeRows } from './tree-rows.ts';
import type { ServerList } from './use-server-list.ts';
import { VirtualList } from './virtual-list.tsx';

/** A list that the server searches: search field, filters, number of matches and rows. */
export function ServerListView<Item>(props: {
  list: ServerList<Item>;
  /** Names the list for screen readers; unique on its page. */
  label: string;
  /** Label of the search field. */
  search: string;
  /** Returns the text of a filter. */
  nameOf: (filter: string) => string;
  /** Rendered beside the search field. */
  action?: ReactNode;
  /** Shown when the unfiltered list has no rows. */
  empty: ReactNode;
  keyOf: (item: Item) => string;
  /** Typical height of an item, CSS pixels. */
  height: number;
  /** Minimum width of a card, CSS pixels. Left out: one item a line, with a divider between. */
  cards?: number;
  /** Rows that load by scrolling; see VirtualList. */
  rowsByScrolling?: number;
  /** Makes the list a tree; see VirtualList. */
  tree?: TreeRows<Item>;
  /** Whether a line stands between items; default true. */
  lines?: boolean;
  /** Renders an item. Keep it stable (module function or useCallback). */
  children: (item: Item) => ReactNode;
}) {
  const { t, i18n } = useTranslation('list');
  const { list } = props;
  const { items, total } = list.loaded;
  const isEmpty = items?.length === 0;
  if (isEmpty && !list.isFiltering) return props.empty;
  return (
    <>
      {(items !== undefined || list.isFiltering) && (
        <ListBar list={list} search={props.search} label={props.nameOf} action={props.action} />
      )}
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', '&:not(:empty)': { mb: 1 } }}>
        {list.isFiltering && !isEmpty && total !== null
          ? t('found', { count: total, number: formatNumber(total, i18n.language) })
          : ''}
      </Typography>
      {items === undefined && <NotLoaded list={list.loaded} />}
      {isEmpty &&
        (props.cards === undefined ? (
          <NothingFound />
        ) : (
          <Card>
            <NothingFound />
          </Card>
        ))}
      {items !== undefined && !isEmpty && (
        <VirtualList
          list={list.loaded}
          label={props.label}
          keyOf={props.keyOf}
          height={props.height}
          cards={props.cards}
          rowsByScrolling={props.rowsByScrolling}
          tree={props.tree}
          lines={props.lines}
        >
          {props.children}
        </VirtualList>
      )}
    </>
  );
}
