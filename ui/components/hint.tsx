import { Tooltip } from '@mui/material';
import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from 'react';

/** How long a pointer rests before the tooltip opens, milliseconds (specification 9). */
const OPEN_DELAY_MS = 700;
/** For so long after one tooltip has closed, the next opens without delay, milliseconds (specification 9). */
const SKIP_DELAY_MS = 300;

/** When a tooltip, any of them, was last open, and how many are. MUI closes one after the pointer has reached the next. */
let lastOpen = Number.NEGATIVE_INFINITY;
let openNow = 0;

/** A tooltip in the specification's time. MUI has a delay for the second tooltip instead, and a fixed time in which it holds. */
export function Hint({ title, children }: { title: string; children: ReactElement }) {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isOpen = useRef(false);
  const stopWaiting = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };
  const show = () => {
    stopWaiting();
    if (!isOpen.current) openNow += 1;
    isOpen.current = true;
    setOpen(true);
  };
  // Told of again with each part of the element that the pointer comes over.
  const enter = (event: SyntheticEvent | Event) => {
    const held = event.type === 'touchstart';
    if (held || openNow > 0 || performance.now() - lastOpen <= SKIP_DELAY_MS) show();
    else timer.current ??= setTimeout(show, OPEN_DELAY_MS);
  };
  const leave = () => {
    stopWaiting();
    noteClosed();
    setOpen(false);
  };
  const noteClosed = () => {
    if (!isOpen.current) return;
    isOpen.current = false;
    openNow -= 1;
    lastOpen = performance.now();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the element goes
  useEffect(
    () => () => {
      stopWaiting();
      noteClosed();
    },
    [],
  );
  return (
    <Tooltip
      title={title}
      open={open}
      enterDelay={0}
      enterNextDelay={0}
      onOpen={enter}
      onClose={leave}
      // Of who goes before the tooltip is open MUI tells nothing.
      onMouseLeave={stopWaiting}
      onBlur={stopWaiting}
    >
      {children}
    </Tooltip>
  );
}
