#!/usr/bin/env node
/** `npm run mutate -- [WORD…]`: how many small changes of the domain's code its tests notice (docs/testing.md). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
ensureInstalled();
const folder = join(root, '.cache/mutate');
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
    rollupOptions: { input: { main: join(root, 'trust/mutation/main.ts') } },
  },
  ssr: { noExternal: [/^@perktree\//] },
});
await import(pathToFileURL(join(folder, 'main.js')).href);
