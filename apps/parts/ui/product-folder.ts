import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder with `ui/dist`. Searches upwards, because the bundler decides how deep this module is in `dist/server`.
 * @throws Error if the screens are not built
 */
export function productFolder(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, 'ui/dist'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('The screens are not built. Run `node scripts/build.mjs`.');
  return productFolder(parent);
}

/** Where `scripts/lib/build.mjs` puts the screens. */
export const uiFolder = (): string => join(productFolder(), 'ui/dist');
