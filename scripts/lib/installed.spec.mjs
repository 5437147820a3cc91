import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled } from './installed.mjs';
import { root } from './project.mjs';

const entry = { version: '1.0.0', integrity: 'sha512-x' };
const machine = { os: 'linux', cpu: 'x64' };
/** Whether a lock file with these two packages is installed where these are. */
const recognised = (wanted, found) =>
  isInstalled(
    { packages: { '': {}, platform: {}, 'node_modules/@perktree/platform': { link: true }, 'node_modules/a': wanted } },
    { packages: { 'node_modules/a': found } },
    machine,
  );

describe('an installed tree', () => {
  it('is recognised where npm ci has installed it', () => {
    const lockIn = (folder, name) => JSON.parse(readFileSync(join(root, folder, name), 'utf8'));
    const lock = lockIn('.', 'package-lock.json');
    expect(isInstalled(lock, lockIn('node_modules', '.package-lock.json'))).toBe(true);
    expect(recognised(entry, entry)).toBe(true);
  });

  it.each([
    ['a package is missing', entry, undefined],
    ['a package is of another version', entry, { ...entry, version: '1.0.1' }],
    ['a package has other contents', entry, { ...entry, integrity: 'sha512-y' }],
    ['an optional package for this machine is missing', { ...entry, optional: true, os: ['linux'] }, undefined],
    ['one for all but another is missing', { ...entry, optional: true, os: ['!win32'] }, undefined],
  ])('is not where %s', (_, wanted, found) => {
    expect(recognised(wanted, found)).toBe(false);
  });

  it.each([
    ['another system', { os: ['darwin'], cpu: ['x64'] }],
    ['another processor', { os: ['linux'], cpu: ['arm64'] }],
    ['any system but this', { os: ['!linux'] }],
    ['one C library', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['a package of another machine', {}],
  ])('may lack an optional package for %s', (_, made) => {
    expect(recognised({ ...entry, ...made, optional: true }, undefined)).toBe(true);
  });
});
