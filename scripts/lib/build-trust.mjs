import { join } from 'node:path';
import { root } from './project.mjs';

/** Bundles what `npm run trust` runs: a second, so it is done anew each time. */
export async function buildTrust() {
  const { build } = await import('vite');
  const bundle = (input, resolve = {}) =>
    build({
      configFile: false,
      root,
      resolve,
      logLevel: 'warn',
      build: {
        ssr: true,
        outDir: join(root, 'dist/trust'),
        emptyOutDir: false,
        target: 'node20',
        sourcemap: true,
        chunkSizeWarningLimit: 10_000,
        rollupOptions: { input },
      },
      ssr: { noExternal: [/^@perktree\//] },
    });
  await bundle({ main: join(root, 'trust/main.ts') });
  // Loaded by the product's processes before the product is.
  await bundle({ preload: join(root, 'trust/kill-rig/preload/main.ts') });
  // A bundle of its own, in which a cache is as small as a simulated process.
  const alias = { 'lru-cache': join(root, 'trust/simulator/small-cache.ts') };
  await bundle({ 'simulator-worker': join(root, 'trust/simulator/worker.ts') }, { alias });
}
