import { type PointerEvent, useRef, useState } from 'react';

/** Swiping right by this many CSS pixels counts. */
const SWIPE_PIXELS = 50;

/** Handlers and style of an element that follows a swipe to the right. */
export function useSwipeRight(swiped: () => void) {
  const start = useRef<number | null>(null);
  const [moved, setMoved] = useState(0);
  const end = () => {
    start.current = null;
    setMoved(0);
  };
  return {
    isSwiping: () => start.current !== null,
    style: moved > 0 ? { transform: `translateX(${moved}px)` } : undefined,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        start.current = event.clientX;
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current === null) return;
        // Capture on the first move only: a pointer captured earlier would take the click from the close button.
        event.currentTarget.setPointerCapture(event.pointerId);
        setMoved(Math.max(0, event.clientX - start.current));
      },
      onPointerUp: () => {
        if (moved >= SWIPE_PIXELS) swiped();
        end();
      },
      onPointerCancel: end,
    },
  };
}
