import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { slimContracts } from './slim-contracts.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;

const ENTRY = /[\\/]admin[\\/](index\.html|main\.tsx)$/;
/** Dialogs, menus and what they are opened over. */
const WINDOWS =
  /@mui[\\/]material[\\/](Dialog|Modal|Popover|Menu|List)\w*[\\/]|confirm-dialog|use-focus-kept|lib[\\/]pending/;
const FIELDS = /@mui[\\/]material[\\/](TextField|Form|Input|Select|FilledInput|Outlined)\w*[\\/]|query.*[uU]seMutation/;
/** What the menu beside the screens and the plainest screens show. */
const FRAME =
  /icons-material|@mui[\\/]material[\\/](Avatar|Chip)[\\/]|components[\\/](panel|page-header|query-view|stat-card|series-chart|use-person|error-notice|empty-state)/;

/**
 * Which modules share a file. Left to itself, the bundler makes one for each set of screens that has something in common:
 * a hundred for one screen, of which each is a request, and which compress worse than one. It also puts arithmetic, which
 * the first screens do without, into a file that every screen loads.
 */
const FILES: Rolldown.CodeSplittingGroup[] = [
  // What forms check bodies with (slim-contracts.ts). A chunk of its own runs first, so zod is configured in it, too.
  { name: 'rules', test: /\?bodies$|node_modules[\\/]zod[\\/]|forms[\\/]without-eval/, priority: 7 },
  { name: 'money', test: /contracts[\\/]money|lib[\\/]format/, priority: 6 },
  { name: 'decimal', test: /decimal\.js|contracts[\\/](percent|benefit)\.ts/, priority: 5 },
  // What every screen begins with; the entry itself keeps its place in the manifest.
  { name: 'first', test: (id: string) => !ENTRY.test(id), tags: ['$initial'], priority: 4 },
  { name: 'windows', test: WINDOWS, minShareCount: 2, priority: 3 },
  { name: 'fields', test: FIELDS, minShareCount: 2, priority: 2 },
  { name: 'frame', test: FRAME, minShareCount: 2, priority: 1 },
];

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
      output: { codeSplitting: { groups: FILES } },
    },
  },
});
