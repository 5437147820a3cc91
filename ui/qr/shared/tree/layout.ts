import type { TreeRow } from '@perktree/contracts/qr/answers';

export const NODE = { width: 216, height: 76, gapX: 48, gapY: 16 } as const;

export interface Placed {
  readonly row: TreeRow;
  readonly x: number;
  readonly y: number;
  /** Index of its parent in the layout; null for the root. */
  readonly parent: number | null;
  /** Number of children that are not drawn. */
  readonly hidden: number;
}

export interface TreeLayout {
  readonly nodes: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

/**
 * Places a tree from left to right, one column for each level. Leaves are stacked; a parent is centred on its children.
 * @param rows the root first, each QR before its children
 */
export function layoutOf(rows: readonly TreeRow[]): TreeLayout {
  const above: number[] = [];
  const parents = rows.map(({ level }, index) => {
    above.length = level;
    above[level] = index;
    return above[level - 1] ?? null;
  });
  const children = rows.map((): number[] => []);
  for (const [index, parent] of parents.entries()) if (parent !== null) children[parent]?.push(index);

  const ys: number[] = [];
  let lines = 0;
  // In reverse order, children are placed before their parents.
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const own = children[index] ?? [];
    const first = ys[own[0] ?? -1];
    const last = ys[own.at(-1) ?? -1];
    if (first === undefined || last === undefined) {
      ys[index] = -lines * (NODE.height + NODE.gapY);
      lines += 1;
    } else ys[index] = (first + last) / 2;
  }
  const height = lines * (NODE.height + NODE.gapY) - NODE.gapY;
  const shift = height - NODE.height;
  const columns = Math.max(0, ...rows.map(({ level }) => level)) + 1;
  return {
    nodes: rows.map((row, index) => ({
      row,
      x: row.level * (NODE.width + NODE.gapX),
      y: (ys[index] ?? 0) + shift,
      parent: parents[index] ?? null,
      hidden: row.childCount - (children[index]?.length ?? 0),
    })),
    width: columns * (NODE.width + NODE.gapX) - NODE.gapX,
    height,
  };
}
