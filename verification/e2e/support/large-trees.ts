import type { Person } from './person.ts';
import { subscribe } from './shop.ts';

const CHILDREN_PER_CALL = 100;

export interface LargeTrees {
  readonly siteId: string;
  readonly qrs: number;
  /** The last child of the QR with 300 children, and its root. */
  readonly last: { readonly name: string; readonly root: string };
  /** The deepest QR, 20 below its root. */
  readonly deepest: string;
}

/** A business on Ultra with 5,000 QRs in 100 trees: one of 1,000, one QR with 300 children, five 20 deep. */
export async function growLargeTrees(owner: Person): Promise<LargeTrees> {
  await subscribe(owner, 'ultra');
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const site = `/api/sites/${siteId}`;
  const configuration = await owner.get<object>(`${site}/config`);
  await owner.put(`${site}/config`, { ...configuration, minSplitPercent: '0.10', maxSplitsPerQr: 1_000 });
  let qrs = 0;

  const root = async (name: string) => {
    const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '100.00' };
    qrs += 1;
    return (await owner.post<{ id: string }>(`${site}/qrs`, { name, ...benefit })).id;
  };
  const split = async (qrId: string, names: readonly string[], commissionPercent: string) => {
    const made: string[] = [];
    for (let first = 0; first < names.length; first += CHILDREN_PER_CALL) {
      const splits = names.slice(first, first + CHILDREN_PER_CALL).map((name) => ({ name, commissionPercent }));
      const answer = await owner.post<{ qrs: { id: string }[] }>(`${site}/qrs/${qrId}/split`, { splits });
      made.push(...answer.qrs.map(({ id }) => id));
    }
    qrs += names.length;
    return made;
  };
  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n + 1}`);

  const wide = await root('Wide');
  await split(wide, numbered('Window', 300), '0.30');
  const large = await root('Large');
  const branches = await split(large, numbered('Branch', 9), '11.00');
  for (const [n, branch] of branches.entries()) await split(branch, numbered(`Leaf ${n + 1}`, 110), '0.10');
  for (let n = 1; n <= 5; n += 1) {
    let above = await root(`Deep ${n}`);
    for (let level = 1; level <= 20; level += 1)
      [above = ''] = await split(above, [`Deep ${n} level ${level}`], '50.00');
  }
  for (let n = 1; n <= 93; n += 1) await split(await root(`Tree ${n}`), numbered(`Tree ${n} child`, 37), '2.00');
  return { siteId, qrs, last: { name: 'Window 300', root: 'Wide' }, deepest: 'Deep 5 level 20' };
}
