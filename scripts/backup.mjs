#!/usr/bin/env node
/** `npm run backup -- --to FILE`: events and accounts, as they are at this moment, in one file. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist/server/backup.js')).href);
