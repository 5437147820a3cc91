import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Bundles a program. @param entry relative to the repository's root @returns the bundle's file */
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
