/** `node scripts/lib/trust-of-copy.mjs PART…`: parts of `npm run trust` in a copy of the sources, in which a bug was planted. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPrograms } from './build.mjs';
import { buildTrust } from './build-trust.mjs';
import { root } from './project.mjs';

// A simulated product is in the simulator's own bundle.
if (process.argv[2] !== 'simulator') await buildPrograms();
await buildTrust();
await import(pathToFileURL(join(root, 'dist/trust/main.js')).href);
