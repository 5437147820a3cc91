import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the product: where `ui/dist` is. Looked for upwards, since the bundler decides how deep in `dist/server`
 * this module comes to lie.
 * @throws Error where the screens have not been built
 */
export function productFolder(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, 'ui/dist'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('There are no screens: build them with `node scripts/build.mjs`.');
  return productFolder(parent);
}

/** Where `scripts/lib/build.mjs` puts the screens. */
export const uiFolder = (): string => join(productFolder(), 'ui/dist');
