import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../project.mjs';
import { aboutVulnerabilities, auditFaults, faultsIn } from './check.mjs';
import { isAllowed, licencesPage, lockFileFaults, packagesOf } from './lock-file.mjs';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const integrity = `sha512-${'A'.repeat(86)}==`;
const withPackage = (entry) => ({
  packages: { '': {}, 'node_modules/some': { version: '1.0.0', license: 'MIT', ...entry } },
});

describe('our lock file', () => {
  it('has no fault', () => {
    expect(packagesOf(lock).length).toBeGreaterThan(300);
    expect(lockFileFaults(lock)).toEqual([]);
  });

  it('has its licences in docs/reference/licences.md (if not: npm run docs)', async () => {
    await expect(licencesPage(lock)).toMatchFileSnapshot('../../../docs/reference/licences.md');
  });

  it('has one version of a package for all programs, which load it from the folder of the root', () => {
    const nested = packagesOf(lock).filter(({ path }) => /^(?!node_modules|ui|verification)/.test(path));
    expect(nested.map(({ path }) => path)).toEqual([]);
  });

  it('is installed without running any script of a package', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });
});

describe('a lock file is refused where a package', () => {
  it.each([
    ['has no checksum', {}, 'sha512'],
    ['has a weak checksum', { integrity: 'sha1-abc' }, 'sha512'],
    ['comes from elsewhere', { integrity, resolved: 'https://evil.test/some.tgz' }, 'comes from'],
    ['comes without encryption', { integrity, resolved: 'http://registry.npmjs.org/some.tgz' }, 'comes from'],
    ['comes from a look-alike', { integrity, resolved: 'https://registry.npmjs.org.evil.test/x' }, 'comes from'],
    ['comes from a repository', { integrity, resolved: 'git+ssh://git@github.com/a/b.git' }, 'comes from'],
    ['wants to run something', { integrity, hasInstallScript: true }, 'wants to run'],
    ['has a licence that binds us', { integrity, license: 'AGPL-3.0-only' }, 'licence'],
    ['has none', { integrity, license: undefined }, 'licence'],
  ])('%s', (_, entry, fault) => {
    expect(lockFileFaults(withPackage(entry))).toEqual([expect.stringContaining(fault)]);
  });

  it('and else is not', () => {
    expect(lockFileFaults(withPackage({ integrity, resolved: 'https://registry.npmjs.org/some.tgz' }))).toEqual([]);
  });
});

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND Zlib)', true],
    ['(MIT AND GPL-3.0)', false],
    ['SSPL-1.0', false],
    ['BUSL-1.1', false],
    ['UNLICENSED', false],
  ])('%s: %s', (licence, expected) => expect(isAllowed(licence)).toBe(expected));
});

describe('an answer about weaknesses', () => {
  it('is parsed, and an invalid answer is not taken for a good one', () => {
    const report = (severity) =>
      JSON.stringify({
        vulnerabilities: { a: { name: 'a', severity, range: '<2' } },
        metadata: { vulnerabilities: { total: 1 } },
      });
    expect(faultsIn(report('critical'))).toEqual(['a <2: known vulnerability of severity critical']);
    expect(faultsIn(report('low'))).toEqual([]);
    expect(faultsIn('{"error":{"code":"ENOTFOUND"}}')).toBeNull();
    expect(faultsIn('')).toBeNull();
  });

  it('is missing where the service refuses, and the last line says that nothing was checked', () => {
    const refused = auditFaults('/', () => ({ stdout: '{"message":"405 Method Not Allowed","statusCode":405}' }));
    expect(refused).toBeNull();
    expect(aboutVulnerabilities(refused)).toMatch(/^Known vulnerabilities were NOT checked: /);
    expect(aboutVulnerabilities([])).toBe('Known vulnerabilities: 0 of level high or critical.');
  });
});
