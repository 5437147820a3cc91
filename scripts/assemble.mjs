#!/usr/bin/env node
/** `node scripts/assemble.mjs FOLDER`: copies the files that a server needs from a built product. Dockerfile builds the image from them. */
import { resolve } from 'node:path';
import { assemble } from './lib/assemble.mjs';
import { fail, root } from './lib/project.mjs';

const [folder] = process.argv.slice(2);
if (!folder) fail('Name the folder to assemble the product in: node scripts/assemble.mjs FOLDER');
assemble(root, resolve(folder));
