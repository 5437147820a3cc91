import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Makes a program that node can run by itself. @returns its file; `entry` is seen from the root of the product */
export async function bundleProgram(entry: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { input: { program: join(ROOT, entry) } },
    },
    ssr: { noExternal: [/^@perktree\//] },
  });
  return join(folder, 'program.js');
}
