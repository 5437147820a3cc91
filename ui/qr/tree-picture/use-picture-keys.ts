import type { TreeRow } from '@perktree/contracts/qr/answers';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { TreeLayout } from '../shared/tree/layout.ts';

/**
 * Keys of the tree: up and down move between QRs, right opens a QR or enters it, left closes it or goes to its parent. Home
 * and End go to the ends. Enter and space choose a QR.
 */
export function usePictureKeys(props: {
  readonly layout: TreeLayout;
  readonly frame: RefObject<HTMLElement | null>;
  readonly isOpen: (row: TreeRow) => boolean | null;
  readonly onToggle: (row: TreeRow) => void;
}) {
  const { nodes } = props.layout;
  const [chosen, setCurrent] = useState(0);
  const current = Math.min(chosen, nodes.length - 1);
  const focus = (index: number) => {
    const node = nodes[index];
    if (!node) return;
    setCurrent(index);
    props.frame.current?.querySelector<SVGElement>(`[data-node="${node.row.id}"]`)?.focus();
  };
  function onKeyDown(event: KeyboardEvent): void {
    const node = nodes[current];
    if (!node || event.altKey || event.ctrlKey || event.metaKey) return;
    const open = props.isOpen(node.row);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(current + 1),
      ArrowUp: () => focus(current - 1),
      Home: () => focus(0),
      End: () => focus(nodes.length - 1),
      ArrowRight: () => (open === false ? props.onToggle(node.row) : open ? focus(current + 1) : undefined),
      ArrowLeft: () => (open && node.row.level > 0 ? props.onToggle(node.row) : focus(node.parent ?? current)),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }
  return { current, setCurrent, onKeyDown };
}
