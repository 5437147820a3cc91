import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { bundle } from './bundle.mjs';
import { ensureInstalled } from './install.mjs';
import { checkNode, root } from './project.mjs';

/** Installs missing packages, builds changed sources and runs a program of dist/server in this process. */
export async function runProgram(name) {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
  await load(join(root, `dist/server/${name}.js`));
}

/**
 * Bundles programs that are no part of the product and runs the one named `main`.
 * @param input name of the bundle → its entry, relative to the project's root
 */
export async function runBundle(folder, input) {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
  await bundle(join(root, folder), input);
  await load(join(root, folder, 'main.js'));
}

const load = (file) => import(pathToFileURL(file).href);
