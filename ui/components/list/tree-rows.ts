import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { firstControl } from './first-control.ts';

/** Rows of a list as a tree: each row comes before those below it. */
export interface TreeRows<Item> {
  /** 0 is the top. */
  readonly levelOf: (item: Item) => number;
  /** Null: there is nothing below it. */
  readonly isOpen: (item: Item) => boolean | null;
  /** Among the rows that have the same parent, from 1; `size` is -1 if it is not known. */
  readonly placeOf: (item: Item, index: number) => { readonly position: number; readonly size: number };
  readonly onToggle: (item: Item) => void;
}

interface Rows<Item> {
  readonly container: RefObject<HTMLElement | null>;
  readonly items: readonly Item[];
  readonly firstIndex: number;
}

/**
 * The keys of a treegrid (WAI-ARIA Authoring Practices): up and down between rows, right to open a row or to go into it, left to
 * close it or to go to its parent, Home and End. Tab goes through the buttons of the rows.
 */
export function useTreeKeys<Item>(
  tree: TreeRows<Item> | undefined,
  { container, items, firstIndex }: Rows<Item>,
  scrollTo: (index: number) => void,
) {
  const [current, setCurrent] = useState(0);
  /** A row that takes the focus as soon as it is in the document. */
  const awaited = useRef<number | null>(null);
  const rowAt = (index: number) => container.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const end = firstIndex + items.length;

  const focus = (index: number) => {
    if (index < firstIndex || index >= end) return;
    setCurrent(index);
    const row = rowAt(index);
    if (row) return row.focus();
    awaited.current = index;
    scrollTo(index);
  };
  useEffect(() => {
    const row = awaited.current === null ? null : rowAt(awaited.current);
    if (!row) return;
    awaited.current = null;
    row.focus();
  });

  const parentOf = (index: number, level: number) => {
    for (let at = index - 1; at >= firstIndex; at -= 1) {
      const item = items[at - firstIndex];
      if (item !== undefined && tree !== undefined && tree.levelOf(item) < level) return at;
    }
    return index;
  };
  const goInto = (row: HTMLElement) => firstControl(row)?.focus();

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = event.target as HTMLElement;
    const index = Number(row.dataset.row ?? -1);
    const item = items[index - firstIndex];
    // Keys of the buttons in a row, and of menus that a row has opened, are theirs.
    if (tree === undefined || item === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const open = tree.isOpen(item);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(index + 1),
      ArrowUp: () => focus(index - 1),
      Home: () => focus(firstIndex),
      End: () => focus(end - 1),
      ArrowRight: () => (open === false ? tree.onToggle(item) : open ? focus(index + 1) : goInto(row)),
      ArrowLeft: () => (open ? tree.onToggle(item) : focus(parentOf(index, tree.levelOf(item)))),
      Enter: () => goInto(row),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  const isShown = current >= firstIndex && current < end;
  const rowProps = (item: Item, index: number) => {
    const { position, size } = tree?.placeOf(item, index) ?? { position: index + 1, size: -1 };
    const open = tree?.isOpen(item) ?? null;
    return {
      role: 'row',
      tabIndex: index === (isShown ? current : firstIndex) ? 0 : -1,
      'aria-level': (tree?.levelOf(item) ?? 0) + 1,
      'aria-posinset': position,
      'aria-setsize': size,
      ...(open !== null && { 'aria-expanded': open }),
    };
  };
  return { rowProps, onKeyDown: tree && onKeyDown };
}
