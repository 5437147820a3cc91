import { useEffect } from 'react';
import { focusScreen } from './screen-heading.tsx';

/**
 * For a component that holds the focus and unmounts. If the element that had the focus before is gone, too, the
 * screen's heading gets it.
 */
export function useRestoreFocus(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    // After the dialog's own attempt to restore the focus.
    return () => void setTimeout(focusScreen);
  }, [open]);
}
