#!/usr/bin/env node
/** `npm run trust`: faults and attacks against the product; see docs/reference/trust.md. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { buildTrust } from './lib/build-trust.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();
await buildTrust();
await import(pathToFileURL(join(root, 'dist/trust/main.js')).href);
