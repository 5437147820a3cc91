#!/usr/bin/env node
/** `npm run mutate -- [WORD…]`: how many small changes of the domain's code its tests notice (docs/testing.md). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
const folder = join(root, '.cache/mutate');
await bundle(folder, { main: 'trust/mutation/main.ts' });
await import(pathToFileURL(join(folder, 'main.js')).href);
