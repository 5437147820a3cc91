import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { FILE_GROUPS } from './file-groups.ts';
import { slimContracts } from './slim-contracts.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;

/**
 * Builds the application (admin/) to dist/admin/index.html, with hashed files under /assets. The public pages are
 * built afterwards (vite.public.config.ts). Nothing is inlined, so that the content security policy needs no exceptions.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Vite would copy a folder named public/ unchanged; here it is source code.
  publicDir: false,
  plugins: [slimContracts(), react()],
  build: {
    // scripts/check-budgets.spec.mjs checks the sizes instead.
    chunkSizeWarningLimit: 2_000,
    outDir: here('dist'),
    emptyOutDir: true,
    // Read by vite.worker.config.ts.
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: { input: { admin: here('admin/index.html') }, output: { codeSplitting: { groups: FILE_GROUPS } } },
  },
});
