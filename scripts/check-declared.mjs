#!/usr/bin/env node
/** Whether each workspace declares exactly the packages that it imports. `npm run check` runs it with the import law. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationFaults } from './lib/declared-packages.mjs';
import { root } from './lib/project.mjs';

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const faults = declarationFaults(root, workspaces);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log('Every workspace declares what it imports.');
