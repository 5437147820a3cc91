import { spawnSync } from 'node:child_process';

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

export function runNpm(args, cwd) {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', timeout: 60_000, maxBuffer: 64 * 1024 * 1024 });
}
