import { Card, CardContent, List, ListItem } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from './query-view.tsx';

/** A short list in a card, with a line between the items. */
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
              <List disablePadding aria-label={label}>
                {items.map((item, n) => (
                  <ListItem
                    key={item.id}
                    disableGutters
                    divider={n < items.length - 1}
                    sx={{ display: 'block', py: 2 }}
                  >
                    {children(item)}
                  </ListItem>
                ))}
              </List>
            </CardContent>
          )
        }
      </QueryView>
    </Card>
  );
}
