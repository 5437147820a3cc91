#!/usr/bin/env node
/** `npm run bench -- [PART…] [--quick] [--json FILE]`: the product beside what one would use instead (docs/performance.md). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
ensureInstalled();
await ensureBuilt();
// Below bench/, so that what is installed for it alone is found.
const folder = join(root, 'bench/.cache');
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
    chunkSizeWarningLimit: 10_000,
    rollupOptions: {
      input: {
        main: join(root, 'bench/main.ts'),
        load: join(root, 'bench/load/main.ts'),
        'in-process': join(root, 'bench/in-process/main.ts'),
        opponents: join(root, 'bench/opponents/main.ts'),
        projecting: join(root, 'bench/projecting/main.ts'),
      },
    },
  },
  ssr: { noExternal: [/^@perktree\//] },
});
await import(pathToFileURL(join(folder, 'main.js')).href);
