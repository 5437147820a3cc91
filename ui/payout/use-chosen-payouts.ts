import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { useCallback, useState } from 'react';
import { isChoosable } from './payout-state.ts';

/**
 * Payouts that the owner chose to mark as paid, also while they are not in the shown list.
 * @param shown rows of the list; one that has been settled meanwhile is no longer chosen
 */
export function useChosenPayouts(shown: readonly PayoutAnswer[]) {
  const [picked, setPicked] = useState<ReadonlyMap<string, PayoutAnswer>>(new Map());
  const choosable = shown.filter(isChoosable);
  const isSettled = ({ id }: PayoutAnswer) => shown.some((row) => row.id === id && !isChoosable(row));
  const chosen = [...picked.values()].filter((payout) => !isSettled(payout));
  const isAll = choosable.length > 0 && choosable.every(({ id }) => picked.has(id));
  const toggle = useCallback((payout: PayoutAnswer) => {
    setPicked((before) => {
      const after = new Map(before);
      if (!after.delete(payout.id)) after.set(payout.id, payout);
      return after;
    });
  }, []);
  return {
    picked,
    choosable,
    chosen,
    isAll,
    toggle,
    isChosen: (payout: PayoutAnswer) => picked.has(payout.id),
    toggleAll: () =>
      setPicked((before) =>
        isAll ? new Map() : new Map([...before, ...choosable.map((row) => [row.id, row] as const)]),
      ),
    clear: () => setPicked(new Map()),
  };
}
