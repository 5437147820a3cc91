import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';
import { lockFileFaults, packagesOf } from './lock-file.mjs';

/**
 * Checks origin, install scripts and licences of packages (docs/explanation/security.md), and known vulnerabilities if the registry
 * answers. A listed one fails the check; without an answer the check passes, and its last line says that nothing was looked up.
 * @param args `--sbom FILE` also writes the bill of materials (CycloneDX)
 * @returns the exit code
 */
export function checkSupplyChain(args) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const faults = lockFileFaults(lock);
  console.log(`${packagesOf(lock).length} packages: checked origin, install scripts and licences.`);

  const vulnerabilities = auditFaults(root);
  const all = [...faults, ...(vulnerabilities ?? [])];
  if (args[0] === '--sbom') all.push(...writeSbom(args[1]));
  for (const fault of all) console.error(fault);
  console.log(aboutVulnerabilities(vulnerabilities));
  return all.length > 0 ? 1 : 0;
}

/** The last line of the output: a success must not read as if vulnerabilities had been looked up when they were not. */
export function aboutVulnerabilities(faults) {
  if (faults === null) {
    return 'Known vulnerabilities were NOT checked: the audit service of the registry did not answer. Before a release, run this where it does.';
  }
  return `Known vulnerabilities: ${faults.length} of level high or critical.`;
}

/** @returns what went wrong */
function writeSbom(file) {
  if (!file) return ['--sbom needs the name of a file.'];
  const { stdout, status, stderr } = runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
    root,
  );
  if (status !== 0) return [stderr];
  writeFileSync(file, stdout);
  console.log(`${JSON.parse(stdout).components.length} components listed in ${file}.`);
  return [];
}

/**
 * Asks the registry for known vulnerabilities of the product's runtime dependencies.
 * @returns faults of level high and critical; null if the registry does not answer
 */
export function auditFaults(root, npm = runNpm) {
  const { stdout } = npm(['audit', '--omit=dev', '--audit=true', '--json'], root);
  return faultsIn(stdout);
}

export function faultsIn(json) {
  let report;
  try {
    report = JSON.parse(json);
  } catch {
    return null;
  }
  if (!report?.metadata?.vulnerabilities) return null;
  return Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `${name} ${range}: known vulnerability of severity ${severity}`);
}

function runNpm(args, cwd) {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', timeout: 60_000, maxBuffer: 64 * 1024 * 1024 });
}
