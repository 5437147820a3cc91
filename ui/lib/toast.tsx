import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react';
import type { ShownToast, Toast } from './toast-text.ts';

const ToastArea = lazy(() => import('./toast-area.tsx'));

export type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Nothing is announced before somebody does something, so the notification area comes with the first tap or key. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<ShownToast | null>(null);
  const used = useFirstUse();
  const show = useCallback<ShowToast>((toast) => {
    setCurrent((before) => ({ ...toast, id: (before?.id ?? 0) + 1, open: true }));
  }, []);
  const close = (open: boolean) => setCurrent((before) => (before === null ? null : { ...before, open }));
  return (
    <ToastContext value={show}>
      {children}
      {(used || current !== null) && (
        <Suspense fallback={null}>
          <ToastArea current={current} close={close} />
        </Suspense>
      )}
    </ToastContext>
  );
}

/** True from the first touch, click or key on. */
function useFirstUse(): boolean {
  const [used, setUsed] = useState(false);
  useEffect(() => {
    const note = () => setUsed(true);
    const kinds = ['pointerdown', 'keydown'] as const;
    for (const kind of kinds) document.addEventListener(kind, note, { once: true, capture: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, note, { capture: true });
    };
  }, []);
  return used;
}

/** Shows a toast in place of the one that is there. @throws Error outside of a ToastProvider. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast must be used within a ToastProvider');
  return show;
}
