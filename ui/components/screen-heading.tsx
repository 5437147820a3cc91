import { Typography, type TypographyProps } from '@mui/material';
import { useEffect, useRef } from 'react';
import { brandMobile } from '../lib/brand.ts';

/** The screen that a document was opened with keeps the focus where the browser has put it. */
let isFirstScreen = true;

/**
 * The one h1 of a screen. It names the window after the screen, and takes the focus when somebody comes from another
 * screen, so that a screen reader says where they are and the keyboard goes on from there.
 */
export function ScreenHeading({ title, sx }: { title: string; sx?: TypographyProps['sx'] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${brandMobile()}`;
  }, [title]);
  useEffect(() => {
    const opened = isFirstScreen;
    isFirstScreen = false;
    // A dialog that opens together with the screen has the focus already.
    if (!opened && !document.activeElement?.closest('[role=dialog]')) heading.current?.focus();
  }, []);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} {...(sx ? { sx } : {})}>
      {title}
    </Typography>
  );
}

/**
 * Where the focus goes when what had it is gone: to the heading of the screen, rather than nowhere. A dialog that is still
 * open takes it by itself.
 */
export function focusScreen(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && !document.querySelector('[role=dialog]')) document.querySelector('h1')?.focus();
}
