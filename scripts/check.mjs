#!/usr/bin/env node
/**
 * `npm run check`: types, format and lint, import law, unused code and packages. Arguments choose checks by the start of their
 * names: `npm run check -- format`. `npm run check -- supply-chain [--sbom FILE]` asks the registry, so it runs by name only.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode, root } from './lib/project.mjs';

checkNode();
await ensureInstalled();

const [first, ...rest] = process.argv.slice(2);
if (first === 'supply-chain') {
  const { checkSupplyChain } = await import('./lib/supply-chain/check.mjs');
  process.exit(checkSupplyChain(rest));
}

const bin = (path) => join(root, 'node_modules', path);
const folders =
  'contracts platform event-store identity command-service projector query-service audit-service mail-service webhook-service ui apps sdk verification';
const checks = [
  // Incremental: a second check reads only files that have changed and those that import them.
  [
    'types',
    [bin('typescript-7/bin/tsc'), '-p', root, '--incremental', '--tsBuildInfoFile', bin('.cache/types.tsbuildinfo')],
  ],
  ['format and lint', [bin('@biomejs/biome/bin/biome'), 'check', root]],
  ['import law', [bin('dependency-cruiser/bin/dependency-cruise.mjs'), ...folders.split(' ')]],
  ['unused code and packages', [bin('knip/bin/knip.js'), '--no-progress']],
];

const words = process.argv.slice(2);
const chosen = checks.filter(([name]) => words.length === 0 || words.some((word) => name.startsWith(word)));
if (chosen.length === 0) {
  console.error(`Unknown check. Known: ${checks.map(([name]) => name).join(', ')}, supply-chain`);
  process.exit(2);
}

// In parallel; the output of each check is printed as a whole.
const failed = (await Promise.all(chosen.map(run))).filter(({ status }) => status !== 0);
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

function run([name, args]) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((done) => {
    child.once('close', (status) => {
      console.log(`— ${name}`);
      process.stdout.write(Buffer.concat(output));
      done({ name, status });
    });
  });
}
