#!/usr/bin/env node
/** `npm run bench:rebuild -- [EVENTS]`: how fast read models are rebuilt under live traffic (docs/projections.md). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
ensureInstalled();
const folder = join(root, '.cache/bench-rebuild');
const { build } = await import('vite');
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: { input: { main: join(root, 'bench/rebuild/main.ts') } },
  },
  ssr: { noExternal: [/^@perktree\//] },
});
await import(pathToFileURL(join(folder, 'main.js')).href);
