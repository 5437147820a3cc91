import * as Radix from '@radix-ui/react-toast';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveNotification } from './notification-history.ts';
import type { ShownToast } from './toast-text.ts';
import './toast.css';

/** Default display time. Radix pauses it on hover and focus. */
const SHOWN_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
/** The same as in toast.css. */
const TOAST_WIDTH_PX = 420;
const HOTKEY = ['F8'];

export default function ToastArea(props: {
  current: ShownToast | null;
  close: (open: boolean) => void;
  /** F8 was pressed before this area was loaded. */
  takesFocus: boolean;
}) {
  const { current, close } = props;
  const { t } = useTranslation('common');
  const viewport = useRef<HTMLOListElement>(null);
  const [takesFocus] = useState(props.takesFocus);
  useEffect(() => {
    if (takesFocus) viewport.current?.focus();
  }, [takesFocus]);
  useHistory(current);
  const edge = useFreeEdge(current);
  const variant = current?.variant ?? 'default';
  return (
    <Radix.Provider
      duration={SHOWN_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      label={t('toast.label')}
    >
      {current !== null && (
        <Radix.Root
          key={current.id}
          className={`toast toast-${variant}`}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          open={current.open}
          onOpenChange={close}
          {...(current.lang ? { lang: current.lang } : {})}
        >
          <div className="toast-text">
            <Radix.Title className="toast-title">{current.title}</Radix.Title>
            {current.description && (
              <Radix.Description className="toast-description">{current.description}</Radix.Description>
            )}
          </div>
          <Radix.Close className="toast-close" aria-label={t('toast.close')}>
            <span aria-hidden="true">×</span>
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        ref={viewport}
        className={`toast-viewport toast-viewport-${edge}`}
        hotkey={HOTKEY}
        label={t('toast.viewport')}
      />
    </Radix.Provider>
  );
}

/** Room for a toast of a few lines, pixels. */
const TOAST_HEIGHT_PX = 150;

/** The bottom edge, unless the toast would cover the focused element there. */
function useFreeEdge(current: ShownToast | null): 'bottom' | 'top' {
  const id = current?.id;
  return useMemo(() => {
    const pressed = id === undefined ? null : document.activeElement;
    if (pressed === null || pressed === document.body || pressed.closest('.toast-viewport')) return 'bottom';
    const { right, bottom } = pressed.getBoundingClientRect();
    const isInCorner = right > window.innerWidth - TOAST_WIDTH_PX && bottom > window.innerHeight - TOAST_HEIGHT_PX;
    return isInCorner ? 'top' : 'bottom';
  }, [id]);
}

/** Adds each shown toast to the notification history. */
function useHistory(current: ShownToast | null): void {
  const kept = useRef(0);
  useEffect(() => {
    if (current === null || current.id === kept.current) return;
    kept.current = current.id;
    const { title, description, variant, lang, isNews = false } = current;
    saveNotification({ title, text: description, destructive: variant === 'destructive', lang, isNews });
  }, [current]);
}
