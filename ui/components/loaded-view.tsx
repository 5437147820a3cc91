import type { ReactNode } from 'react';
import type { LoadedList } from '../lib/use-api.ts';
import { ErrorNotice } from './error-notice.tsx';
import { LoadMore } from './load-more.tsx';
import { Loading } from './loading.tsx';

/** Loading, then what is loaded of a long list with the way to more of it, or what went wrong. */
export function LoadedView<Item>(props: { list: LoadedList<Item>; children: (items: readonly Item[]) => ReactNode }) {
  const { list } = props;
  if (list.items === undefined) {
    return list.error ? <ErrorNotice error={list.error} onRetry={list.reload} /> : <Loading />;
  }
  return (
    <>
      {props.children(list.items)}
      <LoadMore list={list} />
    </>
  );
}
