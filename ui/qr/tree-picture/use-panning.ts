import { type PointerEvent, type RefObject, useRef } from 'react';

/** Scrolls a frame by dragging with the mouse. Touch, wheel and keys scroll it natively. */
export function usePanning(frame: RefObject<HTMLElement | null>) {
  const start = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const end = () => {
    start.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      const box = frame.current;
      if (event.pointerType !== 'mouse' || event.button !== 0 || !box) return;
      start.current = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
    },
    onPointerMove(event: PointerEvent) {
      const from = start.current;
      if (from === null) return;
      frame.current?.scrollTo(from.left + from.x - event.clientX, from.top + from.y - event.clientY);
    },
    onPointerUp: end,
    onPointerLeave: end,
  };
}
