import { Tooltip } from '@mui/material';
import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from 'react';

/** How long a pointer rests before the tooltip opens, milliseconds (specification 9). */
const OPEN_DELAY_MS = 700;
/** For so long after one tooltip has closed, the next opens without delay, milliseconds (specification 9). */
const SKIP_DELAY_MS = 300;

/** When a tooltip, any of them, was last open. */
let lastOpen = Number.NEGATIVE_INFINITY;

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
    isOpen.current = true;
    setOpen(true);
  };
  // Told of again with each part of the element that the pointer comes over.
  const enter = (event: SyntheticEvent | Event) => {
    const held = event.type === 'touchstart';
    if (held || performance.now() - lastOpen <= SKIP_DELAY_MS) show();
    else timer.current ??= setTimeout(show, OPEN_DELAY_MS);
  };
  const leave = () => {
    stopWaiting();
    if (isOpen.current) lastOpen = performance.now();
    isOpen.current = false;
    setOpen(false);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
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
