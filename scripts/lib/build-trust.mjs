import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root } from './project.mjs';

/** Bundles what `npm run trust` runs: a second, so it is done anew each time. */
export async function buildTrust() {
  const folder = join(root, 'dist/trust');
  await bundle(folder, { main: 'trust/main.ts' }, { keep: true });
  // Loaded by the product's processes before the product is.
  await bundle(folder, { preload: 'trust/kill-rig/preload/main.ts' }, { keep: true });
  await bundle(folder, { 'flood-process': 'trust/attacks/crowd/flood-process.ts' }, { keep: true });
  // A bundle of its own, in which a cache is as small as a simulated process.
  const alias = { 'lru-cache': join(root, 'trust/simulator/small-cache.ts') };
  await bundle(folder, { 'simulator-worker': 'trust/simulator/worker.ts' }, { keep: true, alias });
}
