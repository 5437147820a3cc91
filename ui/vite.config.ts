import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { slimContracts } from './slim-contracts.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;

const ENTRY = /[\\/]admin[\\/](index\.html|main\.tsx)$/;
/** Modules of dialogs and menus. */
const WINDOWS =
  /@mui[\\/]material[\\/](Dialog|Modal|Popover|Menu|List)\w*[\\/]|(confirm-dialog|dialog-shell)\.|use-restore-focus|lib[\\/]pending/;
const FIELDS = /@mui[\\/]material[\\/](TextField|Form|Input|Select|FilledInput|Outlined)\w*[\\/]|query.*[uU]seMutation/;
/** Modules of the sidebar and the simplest screens. */
const FRAME =
  /icons-material|@mui[\\/]material[\\/](Avatar|Chip)[\\/]|components[\\/](panel|page-header|query-view|stat-card|chart[\\/]day|use-person|error-notice|empty-state)/;

/**
 * Groups modules into files. By default the bundler makes a file for each set of screens that share code: about a
 * hundred requests for one screen, and worse compression. It would also move arithmetic into a file that every screen
 * loads.
 */
const FILES: Rolldown.CodeSplittingGroup[] = [
  // Validation of bodies (slim-contracts.ts). A chunk runs its own modules first, so zod is configured in it as well.
  { name: 'rules', test: /\?bodies$|node_modules[\\/]zod[\\/]|forms[\\/]without-eval/, priority: 7 },
  { name: 'money', test: /contracts[\\/](money|commission)|lib[\\/]format/, priority: 6 },
  { name: 'decimal', test: /decimal\.js|contracts[\\/](percent|benefit)\.ts/, priority: 5 },
  // Modules of the first load; the entry itself keeps its place in the manifest.
  { name: 'first', test: (id: string) => !ENTRY.test(id), tags: ['$initial'], priority: 4 },
  { name: 'windows', test: WINDOWS, minShareCount: 2, priority: 3 },
  { name: 'fields', test: FIELDS, minShareCount: 2, priority: 2 },
  { name: 'frame', test: FRAME, minShareCount: 2, priority: 1 },
];

/**
 * Builds the application (admin/) to dist/admin/index.html, with hashed files under /assets. The public pages are a
 * later build (vite.public.config.ts). Nothing is inlined, so that the content security policy needs no exceptions.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Vite would copy a folder named public/ unchanged; here it is source code.
  publicDir: false,
  plugins: [slimContracts(), react()],
  build: {
    // scripts/check-budgets.mjs checks the sizes instead.
    chunkSizeWarningLimit: 2_000,
    outDir: here('dist'),
    emptyOutDir: true,
    // Read by vite.worker.config.ts.
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      input: { admin: here('admin/index.html') },
      output: { codeSplitting: { groups: FILES } },
    },
  },
});
