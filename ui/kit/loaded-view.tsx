import type { ReactNode } from 'react';
import type { LoadedList } from '../lib/use-api.ts';
import { ErrorNotice } from './error-notice.tsx';
import { ListFooter } from './list/list-footer.tsx';
import { Loading } from './loading.tsx';

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
