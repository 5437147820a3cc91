#!/usr/bin/env node
/**
 * `npm run supply-chain`: where packages come from, what they may run and under which licences (docs/security.md), and
 * what is known of their weaknesses, where the registry says. `-- --sbom FILE` writes the list of parts (CycloneDX), too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/project.mjs';
import { auditFaults, runNpm } from './lib/supply-chain/audit.mjs';
import { lockFileFaults, packagesOf } from './lib/supply-chain/lock-file.mjs';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const faults = lockFileFaults(lock);
console.log(`${packagesOf(lock).length} packages: origin, install scripts and licences looked at.`);

const weaknesses = auditFaults(root);
if (weaknesses === null) console.log('Known weaknesses: the registry did not say; nothing was looked at.');
else console.log(`Known weaknesses: ${weaknesses.length} of level high or critical.`);

const at = process.argv.indexOf('--sbom');
if (at >= 0) writeSbom(process.argv[at + 1]);

for (const fault of [...faults, ...(weaknesses ?? [])]) console.error(fault);
process.exit(faults.length + (weaknesses?.length ?? 0) > 0 ? 1 : 0);

function writeSbom(file) {
  const { stdout, status, stderr } = runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
    root,
  );
  if (!file || status !== 0) {
    console.error(file ? stderr : '--sbom needs the name of a file.');
    process.exit(1);
  }
  writeFileSync(file, stdout);
  console.log(`${JSON.parse(stdout).components.length} parts listed in ${file}.`);
}
