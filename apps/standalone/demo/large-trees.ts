import type { Session } from '@perktree/platform/http/session';
import type { Sandbox } from './sandbox.ts';

export interface TreeSizes {
  /** Total of all trees. */
  readonly qrs: number;
  readonly trees: number;
  /** QRs of the first tree. */
  readonly largestTree: number;
  /** Children of one QR in the first tree. */
  readonly widestQr: number;
  /** Trees that are one QR wide and `depth` levels deep. */
  readonly deepTrees: number;
  readonly depth: number;
}

/** Maximum number of children that one call creates. */
const SPLITS_A_CALL = 100;
/** A root has this percentage for each of its children, but at least `LEAST_ROOT_PERCENT`. */
const PERCENT_A_CHILD = 0.3;
const LEAST_ROOT_PERCENT = 12;

interface Place {
  readonly owner: Session;
  readonly siteId: string;
}

/** Creates trees of every extreme shape. @returns the ids of their QRs, tree by tree */
export async function openTrees(sandbox: Sandbox, place: Place, sizes: TreeSizes): Promise<readonly string[]> {
  const { trees, largestTree, widestQr, deepTrees, depth } = sizes;
  const all = await wideTree(sandbox, place, { name: 'Grand Tour', qrs: largestTree, widest: widestQr });
  for (let n = 1; n <= deepTrees; n += 1) all.push(...(await deepTree(sandbox, place, `Relay ${n}`, depth)));
  const rest = trees - 1 - deepTrees;
  for (let n = 1; n <= rest; n += 1) {
    const qrs = Math.ceil((sizes.qrs - all.length) / (rest - n + 1));
    all.push(...(await wideTree(sandbox, place, { name: `Campaign ${n}`, qrs, widest: 10 })));
  }
  return all;
}

/** A root with `widest` children. The rest are their children, at most three each time. */
async function wideTree(
  sandbox: Sandbox,
  place: Place,
  { name, qrs, widest }: { readonly name: string; readonly qrs: number; readonly widest: number },
): Promise<string[]> {
  const percent = Math.max(LEAST_ROOT_PERCENT, widest * PERCENT_A_CHILD);
  const all = [await root(sandbox, place, { name, percent })];
  let left = qrs - 1;
  const grow = async (parent: string, label: string, count: number, each: string) => {
    const made: string[] = [];
    for (let from = 0; from < count; from += SPLITS_A_CALL) {
      const names = Array.from({ length: Math.min(SPLITS_A_CALL, count - from) }, (_, n) => `${label}-${from + n + 1}`);
      made.push(...(await split(sandbox, place, { parent, names, percent: each })));
    }
    all.push(...made);
    left -= made.length;
    return made;
  };
  const children = await grow(all[0] as string, name, Math.min(widest, left), (percent / widest).toFixed(2));
  for (let n = 0; left > 0; n += 1) {
    const parent = children[n % children.length] as string;
    await grow(parent, `${name}-${(n % children.length) + 1}`, Math.min(3, left), '0.10');
  }
  return all;
}

async function deepTree(sandbox: Sandbox, place: Place, name: string, depth: number): Promise<string[]> {
  const all = [await root(sandbox, place, { name, percent: 50 })];
  for (let level = 1; level < depth; level += 1) {
    const parent = all[level - 1] as string;
    const percent = (48 - level * 2).toFixed(2);
    all.push(...(await split(sandbox, place, { parent, names: [`${name} level ${level + 1}`], percent })));
  }
  return all;
}

async function root(
  sandbox: Sandbox,
  { owner, siteId }: Place,
  { name, percent }: { readonly name: string; readonly percent: number },
): Promise<string> {
  const { id } = await sandbox.call<{ id: string }>(owner, 'POST', `/api/sites/${siteId}/qrs`, {
    name,
    type: 'DISCOUNT_PERCENT',
    discountPercent: 15,
    commissionPercent: percent.toFixed(2),
  });
  return id;
}

async function split(
  sandbox: Sandbox,
  { owner, siteId }: Place,
  { parent, names, percent }: { readonly parent: string; readonly names: readonly string[]; readonly percent: string },
): Promise<string[]> {
  const { qrs } = await sandbox.call<{ qrs: { id: string }[] }>(
    ...([owner, 'POST', `/api/sites/${siteId}/qrs/${parent}/split`] as const),
    { splits: names.map((name) => ({ name, commissionPercent: percent })) },
  );
  return qrs.map(({ id }) => id);
}
