#!/usr/bin/env node
/** `npm run restore -- --from FILE`: fills an empty store from a back-up, and verifies it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist/server/restore.js')).href);
