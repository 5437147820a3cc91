/**
 * Whether exactly the packages of a lock file are installed, also by `npm ci` of the user.
 * @param lock package-lock.json
 * @param installed node_modules/.package-lock.json, which npm writes at the end of an installation
 */
export function isInstalled(lock, installed, machine = { os: process.platform, cpu: process.arch }) {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .every(([path, entry]) => {
      const found = installed.packages[path];
      if (found) return found.version === entry.version && found.integrity === entry.integrity;
      return entry.optional === true && !isFor(machine, entry);
    });
}

/** Made for this machine. Absent may be what one C library alone needs, and what only a package of another machine needs. */
function isFor(machine, { os, cpu, libc }) {
  const isMadeForSome = os !== undefined || cpu !== undefined;
  return isMadeForSome && libc === undefined && isListed(machine.os, os) && isListed(machine.cpu, cpu);
}

/** As in package.json: `["linux", "darwin"]`, or `["!win32"]` for all others. */
function isListed(value, list) {
  if (list === undefined) return true;
  return list.some((each) => each.startsWith('!')) ? !list.includes(`!${value}`) : list.includes(value);
}
