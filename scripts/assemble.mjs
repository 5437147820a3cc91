#!/usr/bin/env node
/** `node scripts/assemble.mjs FOLDER`: what a server needs of a built product, and no more. Dockerfile makes the image of it. */
import { resolve } from 'node:path';
import { assemble } from './lib/assemble.mjs';
import { fail, root } from './lib/project.mjs';

const [folder] = process.argv.slice(2);
if (!folder) fail('Name the folder to assemble the product in: node scripts/assemble.mjs FOLDER');
assemble(root, resolve(folder));
