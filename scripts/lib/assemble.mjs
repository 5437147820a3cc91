import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** Programs of tests and measurements. */
const NOT_SHIPPED = /^(document-pictures|bench-ui)\.js/;
/** Files of packages that only compilers and debuggers read. */
const NOT_RUN = /\.(map|d\.[cm]?ts)$/;

/** As the bundler writes it: a static import on its own line, or a call, also one that finds a file of a package. */
const IMPORT =
  /(?:^(?:import|export) [^"\n]*|\b(?:import|require)\(|createRequire\(import\.meta\.url\)\.resolve\()"([^"\n]+)"/gm;

/**
 * Copies the built programs and screens, and those installed packages that the programs import, with all that these need.
 * The embedded Postgres is not among them: it is found by its name when it is started.
 * @param from a checkout that is built
 * @throws Error where a package is missing
 */
export function assemble(from, to) {
  copy(join(from, 'dist/server'), join(to, 'dist/server'), (file) => !NOT_SHIPPED.test(basename(file)));
  copy(join(from, 'ui/dist'), join(to, 'ui/dist'), () => true);
  for (const folder of packagesOf(from)) {
    // Nested packages are copied only if needed.
    copy(folder, join(to, relative(from, folder)), (file) => basename(file) !== 'node_modules' && !NOT_RUN.test(file));
  }
}

function copy(from, to, filter) {
  cpSync(from, to, { recursive: true, filter: (file) => file === from || filter(file) });
}

/** Folders of the packages that the programs of a checkout need when they run. */
export function packagesOf(root) {
  const server = join(root, 'dist/server');
  const programs = readdirSync(server).filter((name) => name.endsWith('.js') && !NOT_SHIPPED.test(name));
  const found = new Set();
  for (const name of importsOf(programs.map((program) => join(server, program))))
    addWithDependencies(root, name, found);
  return found;
}

/** Names of the packages that these files import, transitively. */
function importsOf(files) {
  const seen = new Set(files);
  const names = new Set();
  for (const file of seen) {
    for (const [, named] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      // A screen: the table of screens names it, the bundle leaves it out, and the server opens none.
      if (named.endsWith('.tsx')) continue;
      if (named.startsWith('.')) seen.add(join(dirname(file), named));
      else if (!isBuiltin(named)) names.add(/^(@[^/]+\/)?[^/]+/.exec(named)[0]);
    }
  }
  return names;
}

function addWithDependencies(folder, name, found) {
  const at = installed(folder, name);
  if (at === null) throw new Error(`${name}, which ${folder} needs, is not installed`);
  if (found.has(at)) return;
  found.add(at);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(at, 'package.json'), 'utf8'),
  );
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    // The programs import an optional peer by themselves where they use it.
    if (peerDependenciesMeta?.[other]?.optional) continue;
    if (!optionalDependencies?.[other] || installed(at, other)) addWithDependencies(at, other, found);
  }
}

/** Where Node finds a package from this folder on. */
function installed(folder, name) {
  for (let above = folder; ; above = dirname(above)) {
    const at = join(above, 'node_modules', name);
    if (existsSync(join(at, 'package.json'))) return at;
    if (above === dirname(above)) return null;
  }
}
