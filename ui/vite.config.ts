import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContracts } from './slim-contracts.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;

/**
 * The application (admin/), built to dist/admin/index.html with hashed files under /assets. What everyone opens is a
 * build of its own (vite.public.config.ts), run after this one. Nothing is inlined, so that the page's policy needs no
 * exception for inline scripts or data.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Vite would copy a folder called public/ as it is; here it is an entry's source.
  publicDir: false,
  plugins: [slimContracts(), react()],
  build: {
    // What is fetched before the first tap has budgets of its own (scripts/check-budgets.mjs).
    chunkSizeWarningLimit: 2_000,
    outDir: here('dist'),
    emptyOutDir: true,
    // Read by vite.worker.config.ts.
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      input: { admin: here('admin/index.html') },
      // Left to itself, the bundler puts arithmetic into a file that every screen loads.
      output: {
        codeSplitting: {
          groups: [
            { name: 'money', test: /contracts[\\/]money|lib[\\/]format/ },
            { name: 'decimal', test: /decimal\.js|contracts[\\/](percent|benefit)/ },
          ],
        },
      },
    },
  },
});
