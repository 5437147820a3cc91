#!/usr/bin/env node
/**
 * `node scripts/build-engine-suite.mjs`: writes dist/engine-suite.mjs, which tests a real event store by
 * `EVENT_STORE_URL=esdb://… node engine-suite.mjs` on any machine with Node. A word after `--` names another file.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
const { build } = await import('vite');

const file = resolve(process.argv[2] ?? join(root, 'dist/engine-suite.mjs'));
const suite = join(root, 'event-store/testing/engine-suite');
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  // The same tests with another test runner.
  resolve: { alias: { vitest: join(suite, 'vitest-shim.ts') } },
  build: {
    ssr: join(suite, 'main.ts'),
    outDir: dirname(file),
    emptyOutDir: false,
    target: 'node20',
    chunkSizeWarningLimit: 10_000,
    rollupOptions: { output: { entryFileNames: basename(file), codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
console.log(`Written: ${file}`);
