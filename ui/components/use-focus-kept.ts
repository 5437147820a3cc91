import { useEffect } from 'react';
import { focusScreen } from './screen-heading.tsx';

/**
 * For what holds the focus and goes away: a dialog, a card, a menu. Where nothing has the focus afterwards, since what had
 * it before is gone too (the button of a row that was deleted, the link of the screen before), the heading of the screen
 * gets it.
 */
export function useFocusKept(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    // After a dialog has tried by itself to give it back.
    return () => void setTimeout(focusScreen);
  }, [open]);
}
