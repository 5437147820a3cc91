#!/usr/bin/env node
/** `npm run bench -- [PART…] [--quick] [--json FILE]`: the product beside what one would use instead (docs/performance.md). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { bundle } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();
// Below bench/, so that what is installed for it alone is found.
const folder = join(root, 'bench/.cache');
await bundle(folder, {
  main: 'bench/main.ts',
  load: 'bench/load/main.ts',
  'in-process': 'bench/in-process/main.ts',
  opponents: 'bench/opponents/main.ts',
  projecting: 'bench/projecting/main.ts',
});
await import(pathToFileURL(join(folder, 'main.js')).href);
