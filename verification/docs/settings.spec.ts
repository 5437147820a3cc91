import { environmentSchema, type Setting } from '@perktree/apps/parts/configuration/environment';
import { SECRETS } from '@perktree/apps/parts/configuration/secret-files';
import { expect, it } from 'vitest';
import { read } from './repository.ts';

const page = read('docs/reference/settings.md');

it('docs/reference/settings.md has each setting, with what the schema says that it takes (if not: npm run docs)', async () => {
  const named = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  const current = page.replace(/^\| `([A-Z_]+)` \| .*? \|/gm, (_, name: Setting) => {
    return `| \`${name}\` | ${environmentSchema.shape[name].description ?? ''} |`;
  });
  await expect(current).toMatchFileSnapshot('../../docs/reference/settings.md');
  expect([...page.matchAll(/^- `([A-Z_]+)_FILE`$/gm)].map(([, name]) => name)).toEqual(SECRETS);
});
