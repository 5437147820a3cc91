import { expect, it } from 'vitest';
import { files, generated, read } from './repository.ts';

/** Metrics by the code that registers them. */
function metrics() {
  const sources = files('apps/parts/*.ts', 'platform/*.ts').filter((file) => !file.endsWith('.spec.ts'));
  const registered = /\b(counter|gauge|histogram)\(\s*'(perktree_\w+)'(?:,\s*'([^']+)')?/g;
  return sources
    .flatMap((file) => [...read(file).matchAll(registered)])
    .map(([, kind = '', name = '', help = '']) => ({ kind, name, help }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

it('docs/reference/metrics.md is generated from the code (if not: npm run docs)', async () => {
  expect(metrics().filter(({ help }) => help === '')).toEqual([]);
  const rows = metrics().map(({ kind, name, help }) => `| \`${name}\` | ${kind} | ${help} |`);
  const page = generated('docs/reference/metrics.md', '| `perktree_', rows);
  await expect(page).toMatchFileSnapshot('../../docs/reference/metrics.md');
});
