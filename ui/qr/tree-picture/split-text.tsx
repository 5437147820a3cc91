import type { TreeRow } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { EXAMPLE_SALE, type ExampleSplit } from '../../kit/qr-tree/shares.ts';
import { formatMoney } from '../../lib/format.ts';
import { ownerOf } from './owner-of.ts';

/** Describes the split of the example sale in words. */
export function SplitText({ split, path }: { split: ExampleSplit; path: readonly TreeRow[] }) {
  const { t, i18n } = useTranslation('tree-picture');
  const last = path.at(-1);
  if (last === undefined) return null;
  const money = (amount: string) => formatMoney(amount, last.currency, i18n.language);
  const parts = path.flatMap((row) => {
    const amount = split.shares.get(row.id);
    if (amount === undefined) return [];
    return [t('part', { owner: ownerOf(row, t, i18n.language), name: row.name, amount: money(amount) })];
  });
  const sale = t('sale', { amount: money(EXAMPLE_SALE), name: last.name });
  const list = parts.length === 0 ? t('noEarner') : `${parts.join('; ')}.`;
  const all = split.pool === null ? '' : t('pool', { amount: money(split.pool) });
  return (
    <>
      <strong>{sale}</strong> {list} {all}
    </>
  );
}
