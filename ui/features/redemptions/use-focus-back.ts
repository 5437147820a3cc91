import { useEffect, useRef } from 'react';

/** The DOM id of the row of a redemption. */
export const rowId = (redemptionId: string): string => `redemption-${redemptionId}`;

/**
 * When the dialog of a redemption closes, its row gets the focus back: the button that opened the dialog, or, where that
 * is gone because there is nothing left to reverse, the row itself, or the page, where a filter took the row away.
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
