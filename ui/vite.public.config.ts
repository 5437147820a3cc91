import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => `${import.meta.dirname}/${path}`;

/** Modules that are fetched after the first tap, or by those alone who need them. */
const LATER =
  /-dialog\.tsx|toast-area|notification-history|confirm-dialog|\/live|device-copy|install-worker|\/locales\/|node_modules\/(qrcode|dijkstrajs)/;

/**
 * What everyone opens (public/: landing and link pages), built into the application's dist after it. On its own, since
 * it has to stay small (scripts/check-budgets.mjs): built together, both would share files, and this page would load
 * what only the application needs of them. One file holds all that is wanted before the first tap, for one round trip.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react()],
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
