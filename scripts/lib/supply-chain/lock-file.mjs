import { ALLOWED_LICENCES, KNOWN_INSTALL_SCRIPTS, LGPL_LIBRARIES, LICENCES_IN_FILES, REGISTRIES } from './rules.mjs';

/** The packages of a lock file that are not the product's own: `{ name, path, version, … }`. */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, entry]) => ({ ...entry, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));
}

/** @returns the problems of a lock file, one line each */
export function lockFileFaults(lock) {
  return packagesOf(lock).flatMap((entry) => [...originFaults(entry), ...scriptFaults(entry), ...licenceFaults(entry)]);
}

function originFaults({ path, integrity, resolved, inBundle }) {
  const faults = [];
  if (!inBundle && !/^sha512-/.test(integrity ?? '')) faults.push(`${path}: has no sha512 that it must have`);
  if (resolved && !REGISTRIES.some((registry) => resolved.startsWith(`${registry}/`))) {
    faults.push(`${path}: comes from ${resolved}`);
  }
  return faults;
}

function scriptFaults({ path, name, hasInstallScript }) {
  if (!hasInstallScript) return [];
  if (isIn(KNOWN_INSTALL_SCRIPTS, name)) return [];
  return [`${path}: wants to run a script when it is installed; look at it, then list it in rules.mjs`];
}

function licenceFaults(entry) {
  const licence = licenceOf(entry);
  if (isIn(LICENCES_IN_FILES, entry.name)) return [];
  const more = isIn(LGPL_LIBRARIES, entry.name) ? ['LGPL-3.0-or-later'] : [];
  return isAllowed(licence, more) ? [] : [`${entry.path}: its licence is ${licence}`];
}

/** By its name, or as all of a scope: `@scope/*`. */
function isIn(list, name) {
  return name in list || `${name.split('/')[0]}/*` in list;
}

function licenceOf({ license }) {
  return license ?? 'not said';
}

/** `A OR B` lets us choose, `A AND B` binds to both. @param more additional allowed licences */
export function isAllowed(licence, more = []) {
  const words = licence.replace(/[()]/g, '');
  const allowed = new Set([...ALLOWED_LICENCES, ...more]);
  return words.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())));
}

/** `docs/reference/licences.md`. */
export function licencesPage(lock) {
  const byLicence = new Map();
  for (const entry of packagesOf(lock)) {
    const licence = licenceOf(entry);
    const names = byLicence.get(licence) ?? new Map();
    names.set(`${entry.name} ${entry.version}`, entry.dev ? ' (only to build and test)' : '');
    byLicence.set(licence, names);
  }
  const lines = [
    '# Licences',
    '',
    'Of every package that the lock file names, those for other platforms too. `npm run check -- supply-chain` refuses any licence',
    'that is not in `scripts/lib/supply-chain/rules.mjs`.',
    '',
    'Made from `package-lock.json` by `npm run docs`.',
  ];
  for (const [licence, names] of [...byLicence].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push('', `## ${licence}`, '');
    for (const [name, note] of [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))) lines.push(`- ${name}${note}`);
  }
  return `${lines.join('\n')}\n`;
}
