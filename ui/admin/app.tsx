import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { Loading } from '../kit/loading.tsx';
import { AuthProvider } from '../lib/auth.tsx';
import { LiveUpdates } from '../lib/live.ts';
import { ToastProvider } from '../lib/toast.tsx';
import '../lib/tokens.css';
import './admin.css';
import { CssBaseline, useMediaQuery } from '@mui/material';
import { ThemeProvider } from '@mui/material/styles';
import { createAppTheme } from '../kit/theme.ts';
import { closeOnBack } from '../lib/public/close-on-back.ts';
import { THEME_KEY } from '../lib/theme-choice.ts';
import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Dialogs, menus, lists of options and drawers are modals of MUI, each a child of the body; its backdrop fades when it closes. */
const MODAL = '.MuiModal-root';
const BACKDROP = ':scope > .MuiBackdrop-root';

function closeTopmost(): (() => void) | null {
  const open = [...document.body.children].filter(
    (element) => element.matches(MODAL) && element.querySelector<HTMLElement>(BACKDROP)?.style.opacity === '1',
  );
  const topmost = open.at(-1);
  const init = { key: 'Escape', bubbles: true, cancelable: true };
  return topmost === undefined ? null : () => void topmost.dispatchEvent(new KeyboardEvent('keydown', init));
}

/** Back does what Escape does where a dialog or menu is open. Render it before the router, whose listener must come later. */
function Back(): null {
  useLayoutEffect(() => {
    const back = closeOnBack(closeTopmost);
    const observer = new MutationObserver((changes) => {
      const isOpened = (node: Node) => node instanceof Element && node.matches(MODAL);
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isOpened))) back.onOpen();
    });
    observer.observe(document.body, { childList: true });
    return () => {
      observer.disconnect();
      back.stop();
    };
  }, []);
  return null;
}

const MOVING = createAppTheme({ reducedMotion: false });
const STILL = createAppTheme({ reducedMotion: true });

function AppTheme({ children }: { children: ReactNode }) {
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  return (
    <ThemeProvider theme={reducedMotion ? STILL : MOVING} defaultMode="system" modeStorageKey={THEME_KEY} noSsr>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}

const AfterStart = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise((loaded) => (document.readyState === 'complete' ? loaded(null) : addEventListener('load', loaded)));
  // Optional: the page works without it.
  return import('./after-start.tsx').catch(() => ({ default: () => null }));
});

/** The application with its providers, at the address of the window. It needs texts (lib/i18n.ts). */
export function App({ client }: { readonly client: QueryClient }) {
  return (
    <AppTheme>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <ToastProvider>
            <AuthProvider>
              <LiveUpdates />
              <Suspense fallback={null}>
                <AfterStart />
              </Suspense>
              <Back />
              <BrowserRouter>
                <Suspense fallback={<Loading page />}>
                  <AppRoutes />
                </Suspense>
              </BrowserRouter>
            </AuthProvider>
          </ToastProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </AppTheme>
  );
}
