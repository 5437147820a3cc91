import { Typography, type TypographyProps } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { brandMobile } from '../lib/brand.ts';

/** On the first screen the focus stays where the browser put it. */
let isFirstScreen = true;

/**
 * The h1 of a screen. Sets the window title and takes the focus after a route change, so that screen readers announce
 * the screen.
 */
export function ScreenHeading({ title, sx }: { title: string; sx?: TypographyProps['sx'] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = joined([title, brandMobile()]);
  }, [title]);
  const isOpening = useRef(isFirstScreen);
  const wasFocused = useRef(false);
  // A layout effect runs again when React shows a screen that it had hidden to load a part. Hiding loses the focus.
  useLayoutEffect(() => {
    isFirstScreen = false;
    const isLost = document.activeElement === document.body;
    // A dialog that opens with the screen already has the focus.
    const mayTake = wasFocused.current ? isLost : !document.activeElement?.closest('[role=dialog]');
    if (!mayTake || isOpening.current) return;
    wasFocused.current = true;
    heading.current?.focus();
  }, []);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} {...(sx ? { sx } : {})}>
      {title}
    </Typography>
  );
}

/** Moves the focus to the screen's heading when the focused element is gone. An open dialog keeps the focus. */
function focusScreen(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && !document.querySelector('[role=dialog]')) document.querySelector('h1')?.focus();
}

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

/**
 * The ref of a button that its own command removes, such as one of a deleted row: if a keyboard had the focus there, the
 * screen's heading gets it. After a press by mouse or finger it does not, because the page would scroll.
 */
export function headingAfter(button: HTMLElement | null) {
  return () => {
    if (button?.matches(':focus-visible')) setTimeout(focusScreen);
  };
}
