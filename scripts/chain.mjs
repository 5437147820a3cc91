#!/usr/bin/env node
/** `npm run chain -- …`: the chain over all events; `npm run chain -- help` lists how. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist/server/chain.js')).href);
