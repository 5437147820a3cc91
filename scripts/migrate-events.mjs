#!/usr/bin/env node
/** `npm run migrate-events -- --from … --to …`: copies the events of one store to another, and checks the copy. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist/server/migrate-events.js')).href);
