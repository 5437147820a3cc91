import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPEN_SCREENS, SCREENS } from './screens.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;
const source = readFileSync(here('screens.ts'), 'utf8');

it.each(Object.entries({ ...OPEN_SCREENS, ...SCREENS }))(
  '%s loads the texts of its feature early',
  (path, { words }) => {
    const [, feature] = new RegExp(`'${path}': \\{[^}]*features/([a-z-]+)/`).exec(source) ?? [];
    expect(words).toBe(feature);
    for (const language of ['en', 'es']) {
      const files = [`${words}.json`, `shared/${words}.json`].map((file) => here(`../locales/${language}/${file}`));
      expect(files.filter(existsSync)).toHaveLength(1);
    }
  },
);
