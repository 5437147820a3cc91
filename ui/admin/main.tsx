import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { AppTheme } from '../components/app-theme.tsx';
import { Loading } from '../components/loading.tsx';
import { AuthProvider } from '../lib/auth.tsx';
import { brandMobile, styleNonce } from '../lib/brand.ts';
import { startI18n } from '../lib/i18n.ts';
import { LiveUpdates } from '../lib/live.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { applySavedTheme } from '../lib/theme-choice.ts';
import { ToastProvider } from '../lib/toast.tsx';
import '../lib/tokens.css';
import '../lib/tokens-dark.css';
import './admin.css';
import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { firstScreen, requestAccount } from './first-screen.ts';

const AfterStart = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise((loaded) => (document.readyState === 'complete' ? loaded(null) : addEventListener('load', loaded)));
  // Optional: the page works without it.
  return import('./after-start.tsx').catch(() => ({ default: () => null }));
});

const nonce = styleNonce();
const styles = createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });
const client = createQueryClient();
const root = document.getElementById('root');

applySavedTheme();
requestAccount(client);
const screen = firstScreen(window.location.pathname);
await startI18n(screen.words);
// Not earlier: on a slow connection the screen's files would delay the first paint.
screen.load();
document.title = brandMobile();
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <AppTheme>
          <ErrorBoundary>
            <QueryClientProvider client={client}>
              <ToastProvider>
                <AuthProvider>
                  <LiveUpdates />
                  <Suspense fallback={null}>
                    <AfterStart />
                  </Suspense>
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
      </CacheProvider>
    </StrictMode>,
  );
}
