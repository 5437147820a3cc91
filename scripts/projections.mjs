#!/usr/bin/env node
/** `npm run projections -- …`: the read models as a thing to operate; `npm run projections -- help` lists how. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist/server/projections.js')).href);
