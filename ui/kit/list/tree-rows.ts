import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The first element in a row that Tab can reach. */
export const firstControl = (row: HTMLElement): HTMLElement | null => row.querySelector('button, a[href], input');

/** Describes list rows as a tree. Each row precedes its descendants. */
export interface TreeRows<Item> {
  /** 0 for a root. */
  readonly levelOf: (item: Item) => number;
  /** Null for a row without children. */
  readonly isOpen: (item: Item) => boolean | null;
  /** Position among the siblings, from 1, and their number; `size` is -1 if unknown. */
  readonly placeOf: (item: Item, index: number) => { readonly position: number; readonly size: number };
  readonly onToggle: (item: Item) => void;
}

interface Rows<Item> {
  readonly container: RefObject<HTMLElement | null>;
  readonly items: readonly Item[];
  readonly firstIndex: number;
}

/**
 * The keys of a treegrid (WAI-ARIA Authoring Practices). Up and down move between rows. Right opens a row or enters it. Left
 * closes a row or goes to its parent. Home and End go to the ends. Tab moves through the buttons of the rows.
 */
export function useTreeKeys<Item>(
  tree: TreeRows<Item> | undefined,
  { container, items, firstIndex }: Rows<Item>,
  scrollTo: (index: number) => void,
) {
  const [current, setCurrent] = useState(0);
  /** Index of a row to focus as soon as it is rendered. */
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
    // Do not handle keys of buttons in a row, or of menus that a row has opened.
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
