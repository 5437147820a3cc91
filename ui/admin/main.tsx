import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { brandMobile, styleNonce } from '../lib/brand.ts';
import { startI18n } from '../lib/i18n.ts';
import { applySavedTheme } from '../lib/theme-choice.ts';
import { createQueryClient } from '../lib/use-api.ts';
import { App } from './app.tsx';
import { firstScreen, requestAccount } from './navigation.ts';

const nonce = styleNonce();
const styles = createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });
const client = createQueryClient();
const root = document.getElementById('root');

applySavedTheme();
requestAccount(client);
const screen = firstScreen(window.location.pathname);
await startI18n(screen.words);
// Not earlier: on a slow connection the screen's files would delay the first paint.
void screen.load();
document.title = brandMobile();
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <App client={client} />
      </CacheProvider>
    </StrictMode>,
  );
}
