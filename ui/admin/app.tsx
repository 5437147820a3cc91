import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { AppTheme } from '../kit/app-theme.tsx';
import { Loading } from '../kit/loading.tsx';
import { AuthProvider } from '../lib/auth.tsx';
import { LiveUpdates } from '../lib/live.ts';
import { ToastProvider } from '../lib/toast.tsx';
import '../lib/tokens.css';
import '../lib/tokens-dark.css';
import './admin.css';
import { AppRoutes } from './app-routes.tsx';
import { Back } from './back.ts';
import { ErrorBoundary } from './error-boundary.tsx';

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
