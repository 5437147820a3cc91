import { defineConfig, type UserConfig } from 'vite';
import { type Manifest, shellFiles } from './installed/shell-files.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;

/**
 * Builds the service worker and the icons of the installed application into dist. The worker gets the list of files
 * to cache.
 */
export default defineConfig(async (): Promise<UserConfig> => {
  const manifest: { default: Manifest } = await import(here('dist/.vite/manifest.json'), { with: { type: 'json' } });
  const files = shellFiles(manifest.default).map((file) => `/${file}`);
  return {
    root: import.meta.dirname,
    publicDir: here('installed/files'),
    define: { SHELL_FILES: JSON.stringify(files), BUILD: JSON.stringify(await nameOf(files)) },
    build: {
      outDir: here('dist'),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { sw: here('installed/worker.ts') },
        output: { entryFileNames: '[name].js', format: 'iife' },
      },
    },
  };
});

/** A cache name from the files' names, which contain content hashes. */
async function nameOf(files: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(files.join('\n')));
  return Buffer.from(digest).toString('hex').slice(0, 16);
}
