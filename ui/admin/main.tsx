import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { CssBaseline } from '@mui/material';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { theme } from '../components/theme.ts';
import { AuthProvider } from '../lib/auth.tsx';
import { brandMobile, styleNonce } from '../lib/brand.ts';
import { startI18n } from '../lib/i18n.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { ToastProvider } from '../lib/toast.tsx';
import '../lib/tokens.css';
import './admin.css';
import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const nonce = styleNonce();
const styles = createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });
const client = createQueryClient();
const root = document.getElementById('root');

await startI18n();
document.title = brandMobile();
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <ThemeProvider theme={theme}>
          <CssBaseline />
          <ErrorBoundary>
            <QueryClientProvider client={client}>
              <ToastProvider>
                <AuthProvider>
                  <BrowserRouter>
                    <Suspense fallback={<Loading page />}>
                      <AppRoutes />
                    </Suspense>
                  </BrowserRouter>
                </AuthProvider>
              </ToastProvider>
            </QueryClientProvider>
          </ErrorBoundary>
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>,
  );
}
