import { type RefObject, useEffect, useRef } from 'react';
import { firstControl } from './first-control.ts';

/**
 * Moves the focus from a list's footer to the first row that loads next. Otherwise it would be lost with the footer's button,
 * or stay behind the new rows. Does nothing if the user has moved the focus elsewhere.
 * @param container the list; its rows have `data-row`, their index
 * @returns call it with the index of the row to wait for
 */
export function useAwaitedRow(
  container: RefObject<HTMLElement | null>,
  footer: RefObject<HTMLElement | null>,
): (index: number) => void {
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null) return;
    const row = container.current?.querySelector<HTMLElement>(`[data-row="${awaited.current}"]`);
    if (!row) return;
    awaited.current = null;
    const { activeElement } = document;
    // The footer's button is gone after the last page, and the focus with it.
    if (activeElement === document.body || footer.current?.contains(activeElement)) firstControl(row)?.focus();
  });
  return (index) => {
    awaited.current = index;
  };
}
