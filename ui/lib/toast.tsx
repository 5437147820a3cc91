import * as Radix from '@radix-ui/react-toast';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './toast.css';

/** Specification 9. One toast at a time; hovering or focusing it holds its time (Radix). */
const SHOWN_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = ['F8'];

export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive';
  /** Where the text is in another language than the page, such as the specification's Spanish texts. */
  readonly lang?: string;
}

export type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const [current, setCurrent] = useState<(Toast & { id: number; open: boolean }) | null>(null);
  const show = useCallback<ShowToast>((toast) => {
    setCurrent((before) => ({ ...toast, id: (before?.id ?? 0) + 1, open: true }));
  }, []);
  const close = (open: boolean) => setCurrent((before) => (before === null ? null : { ...before, open }));
  const variant = current?.variant ?? 'default';

  return (
    <ToastContext value={show}>
      <Radix.Provider
        duration={SHOWN_MS}
        swipeDirection="right"
        swipeThreshold={SWIPE_THRESHOLD_PX}
        label={t('toast.label')}
      >
        {children}
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
        <Radix.Viewport className="toast-viewport" hotkey={HOTKEY} label={t('toast.viewport')} />
      </Radix.Provider>
    </ToastContext>
  );
}

/** Shows a toast in place of the one that is there. @throws Error outside of a ToastProvider. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast must be used within a ToastProvider');
  return show;
}
