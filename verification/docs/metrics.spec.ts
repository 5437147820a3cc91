import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Metrics by the code that registers them. */
function metrics() {
  const files = ['apps/parts', 'platform'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );
  const registered = /\b(counter|gauge|histogram)\(\s*'(perktree_\w+)'(?:,\s*'([^']+)')?/g;
  return files
    .flatMap((text) => [...text.matchAll(registered)])
    .map(([, kind = '', name = '', help = '']) => ({ kind, name, help }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function metricsPage(): string {
  return `${[
    '# Metrics',
    '',
    'For operators who watch the product with Prometheus. Each process serves these at `GET /metrics`, to callers on the same machine or a',
    'private network. Alerts and what to do are in [operate](../how-to/operate.md#what-to-watch). The gateway serves the metrics of HAProxy.',
    '',
    'Labels are route templates, command names and outcomes, never ids.',
    '',
    'Generated from the code by `npm run docs`.',
    '',
    '| metric | type | meaning |',
    '|---|---|---|',
    ...metrics().map(({ kind, name, help }) => `| \`${name}\` | ${kind} | ${help} |`),
  ].join('\n')}\n`;
}

describe('docs/reference/metrics.md', () => {
  it('is generated from the code (if not: npm run docs)', async () => {
    expect(metrics().filter(({ help }) => help === '')).toEqual([]);
    await expect(metricsPage()).toMatchFileSnapshot('../../docs/reference/metrics.md');
  });
});
