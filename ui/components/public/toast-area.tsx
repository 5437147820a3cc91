import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { saveNotification } from '../../lib/notification-history.ts';
import { Icon } from './icons.tsx';
import {
  dismissToast,
  onToastChange,
  type ShownToast,
  SWIPE_PIXELS,
  shownToast,
  TOAST_MILLISECONDS,
} from './toaster.ts';

/**
 * The notification area of public pages: one toast at a time, 5000 ms, swipe right, F8. It replaces the application's
 * 12 KB toast library. The timer pauses while the toast is hovered or focused, or the window is in the background.
 */
export default function ToastArea(props: {
  label: string;
  closeLabel: string;
  /** F8 was pressed before this area was loaded. */
  takesFocus: boolean;
}) {
  const { label, closeLabel } = props;
  const toast = useSyncExternalStore(onToastChange, shownToast);
  const area = useRef<HTMLElement>(null);

  const [takesFocus] = useState(props.takesFocus);
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (toast) saveNotification({ ...toast, destructive: toast.tone === 'destructive' });
  }, [toast]);

  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.code === 'F8') area.current?.focus();
    };
    document.addEventListener('keydown', focusOnF8);
    return () => document.removeEventListener('keydown', focusOnF8);
  }, []);

  // The live region must exist before its text: screen readers announce only what is added to a region they know.
  return (
    <section ref={area} className="toast-area" aria-label={label} aria-live="assertive" tabIndex={-1}>
      {toast && <Toast key={toast.id} toast={toast} closeLabel={closeLabel} />}
    </section>
  );
}

function Toast({ toast, closeLabel }: { toast: ShownToast; closeLabel: string }) {
  const element = useRef<HTMLDivElement>(null);
  const hovered = useRef(false);
  const swipe = useSwipeRight(() => dismissToast(toast.id));
  useTimeUp(
    () => hovered.current || swipe.isSwiping() || document.hidden || hasFocus(element.current?.parentElement),
    () => dismissToast(toast.id),
  );

  return (
    <div
      ref={element}
      className={`toast ${toast.tone}`}
      role="status"
      aria-live="off"
      lang={toast.lang}
      style={swipe.style}
      onPointerEnter={() => {
        hovered.current = true;
      }}
      onPointerLeave={() => {
        hovered.current = false;
      }}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast(toast.id)}
      {...swipe.handlers}
    >
      <div>
        <strong>{toast.title}</strong>
        {toast.text && <p>{toast.text}</p>}
      </div>
      <button type="button" className="icon-button" aria-label={closeLabel} onClick={() => dismissToast(toast.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

const hasFocus = (area: Element | null | undefined): boolean => area?.contains(document.activeElement) ?? false;

/** Interval of the pause checks, milliseconds. */
const TICK = 100;

/** Calls `timeUp` after the toast's display time, not counting pauses. */
function useTimeUp(isHeld: () => boolean, timeUp: () => void): void {
  const latest = useRef({ isHeld, timeUp });
  latest.current = { isHeld, timeUp };
  useEffect(() => {
    let left = TOAST_MILLISECONDS;
    const timer = setInterval(() => {
      if (!latest.current.isHeld()) left -= TICK;
      if (left <= 0) latest.current.timeUp();
    }, TICK);
    return () => clearInterval(timer);
  }, []);
}

function useSwipeRight(swiped: () => void) {
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
