import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { saveNotification } from './notification-history.ts';
import type { ToastStore } from './toast-store.ts';
import type { ShownToast } from './toast-text.ts';
import { useSwipeRight } from './use-swipe-right.ts';

/** Default display time, milliseconds. */
const SHOWN_MS = 5000;
/** The same as in toast.css. */
const TOAST_WIDTH_PX = 420;
/** Room for a toast of a few lines, pixels. */
const TOAST_HEIGHT_PX = 150;

/**
 * The notification area of all pages: one toast at a time, 5000 ms, swipe right, F8. The time pauses while the toast is hovered,
 * swiped or focused, or the window is in the background. No library: the 75 KB of the link pages' script have no room for one.
 */
export default function ToastArea(props: {
  store: ToastStore;
  label: string;
  closeLabel: string;
  /** F8 was pressed before this area was loaded. */
  takesFocus: boolean;
}) {
  const { store, label, closeLabel } = props;
  const current = useSyncExternalStore(store.subscribe, store.current);
  const toast = current?.open ? current : null;
  const area = useRef<HTMLElement>(null);
  useHistory(toast);
  const { edge, lift } = useFreePlace(toast);

  const [takesFocus] = useState(props.takesFocus);
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, [takesFocus]);

  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.code === 'F8') area.current?.focus();
    };
    document.addEventListener('keydown', focusOnF8);
    return () => document.removeEventListener('keydown', focusOnF8);
  }, []);

  useEffect(() => {
    // A dialog of MUI hides all other elements of the body from screen readers.
    if (toast) area.current?.removeAttribute('aria-hidden');
  }, [toast]);

  // The live region must exist before its text: screen readers announce only what is added to a region they know.
  return createPortal(
    <section
      ref={area}
      className={`toast-area toast-area-${edge}`}
      style={edge === 'bottom' && lift > 0 ? { bottom: lift } : undefined}
      aria-label={label}
      aria-live={toast?.variant === 'destructive' ? 'assertive' : 'polite'}
      tabIndex={-1}
    >
      {toast && <Toast key={toast.id} toast={toast} closeLabel={closeLabel} close={store.close} />}
    </section>,
    document.body,
  );
}

function Toast({ toast, closeLabel, close }: { toast: ShownToast; closeLabel: string; close: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  const hovered = useRef(false);
  const swipe = useSwipeRight(close);
  useTimeUp(
    () => hovered.current || swipe.isSwiping() || document.hidden || hasFocus(element.current?.parentElement),
    close,
  );

  return (
    <div
      ref={element}
      className={`toast toast-${toast.variant ?? 'default'}`}
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
      onKeyDown={(event) => event.key === 'Escape' && close()}
      {...swipe.handlers}
    >
      <div className="toast-text">
        <strong className="toast-title">{toast.title}</strong>
        {toast.description && <p className="toast-description">{toast.description}</p>}
      </div>
      <button type="button" className="toast-close" aria-label={closeLabel} onClick={close}>
        <span aria-hidden="true">×</span>
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
    let left = SHOWN_MS;
    const timer = setInterval(() => {
      if (!latest.current.isHeld()) left -= TICK;
      if (left <= 0) latest.current.timeUp();
    }, TICK);
    return () => clearInterval(timer);
  }, []);
}

type Edge = 'bottom' | 'top';

/** QR codes that are held to a camera, and buttons that are needed within the time of a toast. */
const UNCOVERED = '[data-uncovered]';
/** The buttons at the lower end of a dialog. A dialog that fills a phone has them at the bottom edge, and the toast stands above them. */
const DIALOG_BUTTONS = '[role=dialog] .MuiDialogActions-root';
/** The same as in toast.css, pixels. */
const TOP_PX = 64;

interface Place {
  readonly edge: Edge;
  /** Distance from the bottom edge, pixels. */
  readonly lift: number;
}

/** The bottom edge, unless the toast would cover what was just pressed there, or what must stay free; also when that opens later. */
function useFreePlace(toast: ShownToast | null): Place {
  const id = toast?.id;
  const [place, setPlace] = useState<Place>({ edge: 'bottom', lift: 0 });
  useLayoutEffect(() => {
    if (id === undefined) return;
    setPlace(freePlace('bottom', pressedControl()));
    // What takes the focus later may be at the other edge: a toast that followed it would cover the buttons there.
    const follow = () =>
      setPlace((before) => {
        const after = freePlace(before.edge, null);
        return after.edge === before.edge && after.lift === before.lift ? before : after;
      });
    const timer = setInterval(follow, TICK);
    return () => clearInterval(timer);
  }, [id]);
  return place;
}

/** The focused control. Headings and dialogs also take the focus, but nothing is typed or pressed there. */
function pressedControl(): HTMLElement | null {
  const focused = document.activeElement;
  const isControl = focused instanceof HTMLElement && focused.tabIndex >= 0 && !focused.closest('.toast-area');
  return isControl ? focused : null;
}

/** The other edge if only it is free. */
function freePlace(edge: Edge, pressed: HTMLElement | null): Place {
  const lift = liftOverDialog();
  const other = edge === 'bottom' ? 'top' : 'bottom';
  const isOtherFree = isCovering({ edge, lift }, pressed) && !isCovering({ edge: other, lift }, pressed);
  return { edge: isOtherFree ? other : edge, lift };
}

function liftOverDialog(): number {
  const box = [...document.querySelectorAll(DIALOG_BUTTONS)].at(-1)?.getBoundingClientRect();
  return box && box.bottom >= window.innerHeight - 1 ? Math.round(window.innerHeight - box.top) : 0;
}

function isCovering({ edge, lift }: Place, pressed: HTMLElement | null): boolean {
  const top = edge === 'top' ? TOP_PX : window.innerHeight - lift - TOAST_HEIGHT_PX;
  return [...document.querySelectorAll(UNCOVERED), ...(pressed ? [pressed] : [])].some((element) => {
    const box = element.getBoundingClientRect();
    const isBeside = box.right <= window.innerWidth - TOAST_WIDTH_PX || box.width === 0;
    return !isBeside && box.bottom > top && box.top < top + TOAST_HEIGHT_PX;
  });
}

/** Adds each shown toast to the notification history. */
function useHistory(toast: ShownToast | null): void {
  const kept = useRef(0);
  useEffect(() => {
    if (toast === null || toast.id === kept.current) return;
    kept.current = toast.id;
    const { title, description, variant, lang, isNews = false } = toast;
    saveNotification({ title, text: description, destructive: variant === 'destructive', lang, isNews });
  }, [toast]);
}
