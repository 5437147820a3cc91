import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContracts } from './slim-contracts.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;

/** Modules loaded after the first tap or by few visitors, and the landing page, which no QR code opens. */
const LATER =
  /features\/landing\/|landing-element|contracts\/(commission|money|percent)|-dialog\.tsx|toast|use-swipe|notification-history|confirm-dialog|\/live|device-copy|install-worker|\/locales\/|node_modules\/(qrcode|dijkstrajs)/;

/**
 * Builds the public pages (landing and link pages) into the application's dist. A separate build keeps them small
 * (scripts/check-budgets.mjs): in one build both would share files, and these pages would load code of the
 * application. One file contains all code needed before the first tap, for one round trip.
 */
export default defineConfig({
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
      input: { public: here('public/index.html') },
      output: {
        entryFileNames: 'assets/public-[name]-[hash].js',
        chunkFileNames: 'assets/public-[name]-[hash].js',
        assetFileNames: 'assets/public-[name]-[hash][extname]',
        codeSplitting: { groups: [{ name: 'first', test: (id: string) => !LATER.test(id) }] },
      },
    },
  },
});
