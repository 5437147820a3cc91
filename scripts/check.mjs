#!/usr/bin/env node
/** `npm run check`: types, format and lint, import law, imports that are declared. Words behind it (`-- format`) choose from these by how they begin. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();

const bin = (path) => join(root, 'node_modules', path);
const checks = [
  ['types', [bin('typescript-7/bin/tsc'), '-p', root]],
  ['format and lint', [bin('@biomejs/biome/bin/biome'), 'check', root]],
  [
    'import law',
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      'contracts',
      'platform',
      'event-store',
      'identity',
      'command-service',
      'projector',
      'query-service',
      'audit-service',
      'ui',
      'standalone',
      'services',
      'e2e',
      'bench',
      'trust',
    ],
  ],
  ['imports that are declared', [join(root, 'scripts/check-declared.mjs')]],
];

const words = process.argv.slice(2);
const chosen = checks.filter(([name]) => words.length === 0 || words.some((word) => name.startsWith(word)));
if (chosen.length === 0) {
  console.error(`There is no check of this name. There are: ${checks.map(([name]) => name).join(', ')}`);
  process.exit(2);
}

// At once: import law keeps a core busy while the types are looked at. What one of them says stands together.
const failed = (await Promise.all(chosen.map(run))).filter(({ status }) => status !== 0);
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

/** Prints all that a check has said once it is through. */
function run([name, args]) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return new Promise((done) => {
    child.once('close', (status) => {
      console.log(`— ${name}`);
      process.stdout.write(Buffer.concat(said));
      done({ name, status });
    });
  });
}
