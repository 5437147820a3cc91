import { Tooltip } from '@mui/material';
import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTimer } from '../lib/use-timer.ts';

/** Time a pointer rests before the tooltip opens, milliseconds. */
const OPEN_DELAY_MS = 700;
/** After a tooltip closes, the next one opens without delay for this time, milliseconds. */
const SKIP_DELAY_MS = 300;

/**
 * Shared by all tooltips: when one was last open, and how many are open. MUI closes one after the pointer has reached
 * the next.
 */
let lastOpen = Number.NEGATIVE_INFINITY;
let openNow = 0;

/** A tooltip with an open delay and a skip delay. MUI's own `enterNextDelay` has no configurable skip time. */
export function Hint({ title, children }: { title: string; children: ReactElement }) {
  const [open, setOpen] = useState(false);
  const timer = useTimer();
  const isOpen = useRef(false);
  const show = () => {
    timer.stop();
    if (!isOpen.current) openNow += 1;
    isOpen.current = true;
    setOpen(true);
  };
  // Fires again for each child element under the pointer.
  const enter = (event: SyntheticEvent | Event) => {
    const held = event.type === 'touchstart';
    if (held || openNow > 0 || performance.now() - lastOpen <= SKIP_DELAY_MS) show();
    else if (!timer.isRunning()) timer.start(show, OPEN_DELAY_MS);
  };
  const leave = () => {
    timer.stop();
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
  useEffect(() => noteClosed, []);
  return (
    <Tooltip
      title={title}
      open={open}
      enterDelay={0}
      enterNextDelay={0}
      onOpen={enter}
      onClose={leave}
      // MUI does not report a pointer that leaves before the tooltip opens.
      onMouseLeave={timer.stop}
      onBlur={timer.stop}
    >
      {children}
    </Tooltip>
  );
}
