import { useEffect, useRef } from 'react';

export const rowId = (redemptionId: string): string => `redemption-${redemptionId}`;

/**
 * When the dialog of a redemption closes, focuses the button that opened it. If the button is gone (nothing left to
 * reverse), focuses the row. If a filter has removed the row, focuses the page.
 */
export function useFocusBack(openId: string | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    const closed = openId === null ? before.current : null;
    before.current = openId;
    if (closed === null) return;
    const row = document.getElementById(rowId(closed));
    (row?.querySelector('button') ?? row ?? document.getElementById('main'))?.focus();
  }, [openId]);
}
