import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { ensureInstalled } from './install.mjs';
import { checkNode, root } from './project.mjs';

/** Builds a program of bench/ and runs it with the words of the command line. @param name its folder */
export async function runBench(name) {
  checkNode();
  await ensureInstalled();
  const folder = join(root, `.cache/bench-${name}`);
  await bundle(folder, { main: `bench/${name}/main.ts` });
  await import(pathToFileURL(join(folder, 'main.js')).href);
}
