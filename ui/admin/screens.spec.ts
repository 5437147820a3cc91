import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPEN_SCREENS, SCREENS } from './screens.ts';

const here = (path: string) => `${import.meta.dirname}/${path}`;
it.each(Object.entries({ ...OPEN_SCREENS, ...SCREENS }))('%s has its texts in each language', (_path, { words }) => {
  for (const language of ['en', 'es']) {
    const files = [`${words}.json`, `shared/${words}.json`].map((file) => here(`../locales/${language}/${file}`));
    expect(files.filter(existsSync)).toHaveLength(1);
  }
});
