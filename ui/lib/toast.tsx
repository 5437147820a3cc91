import './toast.css';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, failureTitle } from './api-error.ts';
import { loadByTaps, useFirstTap } from './public/use-first-tap.ts';
import { parsed, sessionStore } from './storage.ts';
import { createToastStore, type Toast, type ToastStore } from './toast-store.ts';

const KEY = 'toastAfterLoad';

/** Saves a toast for the next page of this site, because the current one is about to unload. */
export function saveToastForNextPage(toast: Toast): void {
  sessionStore.set(KEY, JSON.stringify(toast));
}

function takeSavedToast(): Toast | null {
  const toast = parsed<Toast>(sessionStore.take(KEY));
  return typeof toast?.title === 'string' ? (toast as Toast) : null;
}

const ToastArea = lazy(() => loadByTaps(() => import('./toast-area.tsx')));

type ShowToast = (toast: Toast) => void;

export const ToastContext = createContext<ShowToast | null>(null);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createToastStore);
  const current = useSyncExternalStore(store.subscribe, store.current);
  const tap = useFirstTap();
  useEffect(() => {
    const kept = takeSavedToast();
    if (kept) store.show(kept);
  }, [store]);
  return (
    <ToastContext value={store.show}>
      {children}
      {(tap !== null || current !== null) && (
        <Suspense fallback={null}>
          <TranslatedArea store={store} takesFocus={tap === 'F8'} />
        </Suspense>
      )}
    </ToastContext>
  );
}

function TranslatedArea(props: { store: ToastStore; takesFocus: boolean }) {
  const { t } = useTranslation('common');
  return <ToastArea {...props} label={t('toast.area')} closeLabel={t('toast.close')} />;
}

/**
 * Shows a toast in place of the current one.
 * @throws Error outside of a ToastProvider
 */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast must be used within a ToastProvider');
  return show;
}

/** Shows that an action has failed, with the server's sentence. For `onError`. */
export const failureToast = (toast: ShowToast, title: string) => (error: unknown) =>
  toast({ title: failureTitle(error, title), description: errorText(error), variant: 'destructive' });
