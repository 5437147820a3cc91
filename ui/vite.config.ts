import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => `${import.meta.dirname}/${path}`;

/**
 * Two entries: the application (admin/) and what everyone opens (public/: landing and link pages), which has to stay
 * small. Built to dist/admin/index.html and dist/public/index.html with hashed files under /assets. Nothing is inlined,
 * so that the page's policy needs no exception for inline scripts or data.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Vite would copy a folder called public/ as it is; here it is an entry's source.
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      input: { admin: here('admin/index.html'), public: here('public/index.html') },
    },
  },
});
