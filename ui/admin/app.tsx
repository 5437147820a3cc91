import '../lib/tokens.css';
import '../lib/tokens-dark.css';
import './admin.css';
import { Alert, AlertTitle, Box, Button, CssBaseline, useMediaQuery } from '@mui/material';
import { ThemeProvider } from '@mui/material/styles';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { Loading } from '../kit/loading.tsx';
import { createAppTheme } from '../kit/theme.ts';
import { ApiError } from '../lib/api-error.ts';
import { AuthProvider } from '../lib/auth.tsx';
import { isReachable, lastRequestId } from '../lib/connection.ts';
import { LiveUpdates } from '../lib/live.ts';
import { closeOnBack } from '../lib/public/close-on-back.ts';
import { sessionStore } from '../lib/storage.ts';
import { THEME_KEY } from '../lib/theme-choice.ts';
import { ToastProvider } from '../lib/toast.tsx';
import { AppRoutes } from './app-routes.tsx';

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

/** Errors of files that could not be loaded. */
const fileErrors = new WeakSet<Error>();
addEventListener('vite:preloadError', ({ payload }) => void fileErrors.add(payload));

const RELOADED = 'reloaded-build';
/** The name of this file changes with each build. A build is reloaded at most once in a tab, so that it cannot loop. */
const BUILD = import.meta.url;

interface State {
  readonly failed: boolean;
  /** Whether the page may be reloaded, because a file of the screen is gone after an update. */
  readonly isGone: boolean;
  /** Id of the failed request, else of the last one, to find it in the server's log. */
  readonly requestId: string | null;
}

/**
 * Replaces a screen that could not be drawn, until the user goes back. When offline, the usual cause is a script that could
 * not be loaded. When online, the server has another build: the page is reloaded, and its address is already the new one.
 */
class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, isGone: false, requestId: null };

  static getDerivedStateFromError(error: unknown): State {
    const ofError = error instanceof ApiError ? error.requestId : null;
    const isGone = error instanceof Error && fileErrors.has(error) && sessionStore.get(RELOADED) !== BUILD;
    return { failed: true, isGone, requestId: ofError ?? lastRequestId() };
  }

  override componentDidMount(): void {
    addEventListener('popstate', this.retry);
  }

  override componentWillUnmount(): void {
    removeEventListener('popstate', this.retry);
  }

  override async componentDidCatch(): Promise<void> {
    if (!this.state.isGone) return;
    // Firefox also reports files whose loading ended because the page is being left: they are still there.
    const answer = await fetch(BUILD, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.status === 404) sessionStore.set(RELOADED, BUILD);
    // Without session storage the page would reload for ever.
    if (sessionStore.get(RELOADED) === BUILD) location.reload();
    else this.setState({ isGone: false });
  }

  private readonly retry = (): void => this.setState({ failed: false });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { isGone, requestId } = this.state;
    if (isGone) return null;
    return (
      <Box component="main" sx={{ maxWidth: 560, mx: 'auto', p: 3, pt: 10 }}>
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => window.location.reload()}>
              {i18next.t('error.reload')}
            </Button>
          }
        >
          <AlertTitle>{i18next.t('error.unexpected')}</AlertTitle>
          {i18next.t(isReachable() && navigator.onLine ? 'error.unexpectedText' : 'error.unreachable')}
          {requestId && <div>{i18next.t('error.requestId', { id: requestId })}</div>}
        </Alert>
      </Box>
    );
  }
}
