import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { LANGUAGES } from '../contracts/kernel/languages.ts';
import { dashboardFiles, type Manifest } from './installed/shell-files.ts';
import { slimContracts } from './slim-contracts.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;

/** Modules loaded after the first tap or by few visitors, and the landing and account pages, which no QR code opens. */
const LATER =
  /ui\/(public\/landing|account)\/|ui\/public\/(main|index|pages|account)|kit\/brand-mark|lib\/(forms\/|clipboard|pending|theme-choice|list-state)|contracts\/(kernel\/(exact|envelope|issue-codes|plain-text|money|call|live|secret-text|scopes|shape-check|note|upcast|v1-version)|account\/|subscription\/plans|commission|[a-z-]+\/([a-z0-9-]+-)?(calls|events|answers?|scope)\.ts|catalogue\/(calls|call-refusals|named-schemas|other-calls|reads|authorization|budgets|events|upcasters|v1|codec))|-dialogs?\.tsx|toast|notification-history|confirm-dialog|\/live|device-copy|install-worker|\/locales\/|node_modules\/(@radix-ui|decimal\.js|qrcode|dijkstrajs)/;

/**
 * Builds the public pages (landing, link and account pages) into the application's dist. A separate build keeps them small
 * (scripts/check-budgets.spec.mjs): in one build both would share files, and these pages would load code of the
 * application. One file contains all code needed before the first tap, for one round trip.
 */
export default defineConfig(async (): Promise<UserConfig> => {
  const manifest: { default: Manifest } = await import(here('dist/.vite/manifest.json'), { with: { type: 'json' } });
  return {
    define: {
      DASHBOARD_FILES: JSON.stringify(
        Object.fromEntries(LANGUAGES.map((language) => [language, dashboardFiles(manifest.default, language)])),
      ),
    },
    root: import.meta.dirname,
    publicDir: false,
    plugins: [slimContracts(), react()],
    build: {
      outDir: here('dist'),
      emptyOutDir: false,
      assetsInlineLimit: 0,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { public: here('public/index.html'), account: here('public/account.html') },
        output: {
          entryFileNames: 'assets/public-[name]-[hash].js',
          chunkFileNames: 'assets/public-[name]-[hash].js',
          assetFileNames: 'assets/public-[name]-[hash][extname]',
          codeSplitting: { groups: [{ name: 'first', test: (id: string) => !LATER.test(id) }] },
        },
      },
    },
  };
});
