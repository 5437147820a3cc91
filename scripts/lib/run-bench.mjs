import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { checkNode, root } from './project.mjs';

/** Builds a program of bench/ and runs it with the words of the command line. @param name its folder */
export async function runBench(name) {
  checkNode();
  ensureInstalled();
  const folder = join(root, `.cache/bench-${name}`);
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      rollupOptions: { input: { main: join(root, `bench/${name}/main.ts`) } },
    },
    ssr: { noExternal: [/^@perktree\//] },
  });
  await import(pathToFileURL(join(folder, 'main.js')).href);
}
