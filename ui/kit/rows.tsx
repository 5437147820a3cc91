import { Card, CardContent, List, ListItem, type ListItemProps } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from './page.tsx';

interface Props<Item> {
  items: readonly Item[];
  label?: string;
  keyOf: (item: Item) => string | number;
  /** Shown where there are no items. Left out: an empty list. */
  empty?: ReactNode;
  /** Which rows have a line below. Default: all but the last. */
  lines?: 'between' | 'all' | 'none';
  /** Of each row. */
  sx?: ListItemProps['sx'];
  listSx?: ListItemProps['sx'];
  /** Whether newer rows are being loaded. */
  isBusy?: boolean;
  children: (item: Item) => ReactNode;
}

export function Rows<Item>(props: Props<Item>) {
  const { items, label, keyOf, empty, lines = 'between', sx, listSx, isBusy = false, children } = props;
  if (items.length === 0 && empty !== undefined) return empty;
  return (
    <List disablePadding aria-busy={isBusy} {...(label && { 'aria-label': label })} {...(listSx && { sx: listSx })}>
      {items.map((item, n) => (
        <ListItem
          key={keyOf(item)}
          disableGutters
          divider={lines === 'all' || (lines === 'between' && n < items.length - 1)}
          {...(sx && { sx })}
        >
          {children(item)}
        </ListItem>
      ))}
    </List>
  );
}

export function CardList<Item extends { readonly id: string }>(props: {
  query: UseQueryResult<readonly Item[], Error>;
  /** The screen's own error text. */
  problem?: string;
  label: string;
  /** CSS pixels. */
  maxWidth: number;
  /** Shown where there are no items. */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}) {
  const { query, label, children } = props;
  return (
    <Card sx={{ maxWidth: props.maxWidth }}>
      <QueryView query={query} {...(props.problem ? { problem: props.problem } : {})}>
        {(items) =>
          items.length === 0 ? (
            props.empty
          ) : (
            <CardContent>
              <Rows items={items} label={label} keyOf={({ id }) => id} sx={{ display: 'block', py: 2 }}>
                {children}
              </Rows>
            </CardContent>
          )
        }
      </QueryView>
    </Card>
  );
}
