import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root } from './project.mjs';

/** Bundles the programs of `npm run trust`. It takes a second, so it is not cached. */
export async function buildTrust() {
  const folder = join(root, 'dist/trust');
  await bundle(folder, { main: 'verification/trust/main.ts' }, { keep: true });
  // Loaded by the product's processes before the product is.
  await bundle(folder, { preload: 'verification/kill-rig/preload/main.ts' }, { keep: true });
  await bundle(folder, { 'flood-process': 'verification/attacks/crowd/flood-process.ts' }, { keep: true });
  // A separate bundle, in which caches are replaced by small ones.
  const alias = { 'lru-cache': join(root, 'verification/simulator/small-cache.ts') };
  await bundle(folder, { 'simulator-worker': 'verification/simulator/worker.ts' }, { keep: true, alias });
}
