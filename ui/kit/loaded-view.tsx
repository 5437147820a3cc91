import type { ReactNode } from 'react';
import type { LoadedList } from '../lib/use-api.ts';
import { ListFooter } from './list/list-footer.tsx';
import { NotLoaded } from './not-loaded.tsx';

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
