import * as Radix from '@radix-ui/react-toast';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { saveNotification } from './notification-history.ts';
import type { ShownToast, ToastStore } from './toast-store.ts';

/** The same as in toast.css. */
const TOAST_WIDTH_PX = 420;
/** Room for a toast of a few lines, pixels. */
const TOAST_HEIGHT_PX = 150;

/**
 * The notification area of all pages: one toast at a time. Radix shows it for 5000 ms, focuses the area on F8, and dismisses a toast
 * that is swiped right by 50 px. The time pauses while the area is hovered or focused, or the window is in the background.
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
  const area = useRef<HTMLOListElement>(null);
  useHistory(toast);
  const { edge, lift } = useFreePlace(toast);

  const [takesFocus] = useState(props.takesFocus);
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, [takesFocus]);

  useEffect(() => {
    // A dialog of MUI hides all other elements of the body from screen readers.
    if (toast) area.current?.parentElement?.removeAttribute('aria-hidden');
  }, [toast]);

  return (
    <Radix.Provider key={current?.id} label={label}>
      {toast && (
        <Radix.Root
          className={`toast toast-${toast.variant ?? 'default'}`}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          open
          onOpenChange={(open) => !open && store.close()}
          lang={toast.lang}
          style={{ touchAction: 'pan-y' }}
        >
          <div className="toast-text">
            <Radix.Title className="toast-title">{toast.title}</Radix.Title>
            {toast.description && (
              <Radix.Description className="toast-description">{toast.description}</Radix.Description>
            )}
          </div>
          <Radix.Close className="toast-close" aria-label={closeLabel}>
            <span aria-hidden="true">×</span>
          </Radix.Close>
        </Radix.Root>
      )}
      {createPortal(
        <Radix.Viewport
          ref={area}
          label={label}
          className={`toast-area toast-area-${edge}`}
          style={edge === 'bottom' && lift > 0 ? { bottom: lift } : undefined}
        />,
        document.body,
      )}
    </Radix.Provider>
  );
}

/** Interval at which the place of a toast is checked, milliseconds. */
const TICK = 100;

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

function useHistory(toast: ShownToast | null): void {
  const kept = useRef(0);
  useEffect(() => {
    if (toast === null || toast.id === kept.current) return;
    kept.current = toast.id;
    const { title, description, variant, lang, isNews = false } = toast;
    saveNotification({ title, text: description, destructive: variant === 'destructive', lang, isNews });
  }, [toast]);
}
