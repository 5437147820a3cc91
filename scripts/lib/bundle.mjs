import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * Bundles programs: own workspaces inside, installed packages outside.
 * @param input name of the bundle → its entry, below the project's root
 */
export async function bundle(folder, input) {
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
      // Loaded from disk, so its size does not matter.
      chunkSizeWarningLimit: 10_000,
      rollupOptions: {
        // Servers read the routes of the screens and load none.
        external: (id, importer) => importer?.endsWith('/ui/admin/screens.ts') && id.endsWith('.tsx'),
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(root, file)])),
      },
    },
    ssr: { noExternal: [/^@perktree\//] },
  });
}
