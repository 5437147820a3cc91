import { MOST_IMPORTED } from '@perktree/contracts/site/configuration';
import type { BulkRow, Problem, Rule } from './check-row.ts';

/** Rows of a tree: the root first, each after its parent. */
export interface TreeOfRows {
  readonly rows: readonly {
    readonly row: BulkRow;
    /** Index of the parent among the rows; null: the root. */
    readonly parent: number | null;
  }[];
}

/** Sorts the rows into trees by their parents: the name of another row, else its number as in a spreadsheet. */
export function treesOf(rows: readonly BulkRow[]): { trees: TreeOfRows[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const children = new Map<BulkRow, BulkRow[]>();
  const roots: BulkRow[] = [];
  const note = ({ number: row }: BulkRow, rule: Rule, column = 'parent') => problems.push({ row, column, rule });
  for (const row of rows) {
    const { parent, renewalPolicy } = row.fields;
    if (parent === '') {
      roots.push(row);
      continue;
    }
    if (renewalPolicy !== '') note(row, 'renewalOfRoot', 'renewalPolicy');
    const found = parentOf(rows, parent);
    if (typeof found === 'string') note(row, found);
    else children.set(found, [...(children.get(found) ?? []), row]);
  }
  const trees = roots.map((root) => treeUnder(root, children));
  const placed = new Set(trees.flatMap((tree) => tree.rows.map(({ row }) => row)));
  for (const { rows: inTree } of trees) {
    const [root] = inTree;
    if (root && inTree.length > MOST_IMPORTED) note(root.row, 'treeTooLarge', 'name');
  }
  const unknown = new Set(problems.map(({ row }) => row));
  // A row below a problem has one of its own only if it is in a circle.
  for (const row of rows) if (!placed.has(row) && !leadsTo(row, rows, unknown)) note(row, 'parentCycle');
  return { trees, problems };
}

function parentOf(rows: readonly BulkRow[], parent: string): BulkRow | Rule {
  const named = rows.filter(({ fields }) => fields.name === parent);
  if (named.length > 1) return 'parentAmbiguous';
  return named[0] ?? rows.find(({ number }) => String(number) === parent) ?? 'parentUnknown';
}

function treeUnder(root: BulkRow, children: ReadonlyMap<BulkRow, readonly BulkRow[]>): TreeOfRows {
  const rows: { row: BulkRow; parent: number | null }[] = [{ row: root, parent: null }];
  for (let index = 0; index < rows.length; index += 1) {
    const { row } = rows[index] as (typeof rows)[number];
    for (const child of children.get(row) ?? []) rows.push({ row: child, parent: index });
  }
  return { rows };
}

/** Whether a row above is one of these. */
function leadsTo(row: BulkRow, rows: readonly BulkRow[], numbers: ReadonlySet<number | null>): boolean {
  const seen = new Set<BulkRow>();
  let at: BulkRow | Rule = row;
  while (typeof at !== 'string' && !seen.has(at)) {
    if (numbers.has(at.number)) return true;
    seen.add(at);
    at = at.fields.parent === '' ? 'parentUnknown' : parentOf(rows, at.fields.parent);
  }
  return false;
}
